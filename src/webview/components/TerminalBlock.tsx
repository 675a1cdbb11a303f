import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useServices } from '../context';
import { useStore } from '../hooks';
import { GrowingText } from '../markdown/growingText';
import { ScrollPin } from '../scroll';
import { t } from '../text';
import type { TextCursor } from '../textLog';
import type { TerminalView } from '../../shared/view';

/** Groups of 100 lines that are kept in the page for one terminal. */
const GROUPS = 30;

function ending({ running, exitCode, signal }: TerminalView): string {
  if (running) return t('terminalRunning');
  if (signal !== undefined) return t('terminalSignal', signal);
  return exitCode === undefined ? t('terminalEnded') : t('terminalExit', exitCode);
}

function Output({ id, label }: { readonly id: string; readonly label: string }): VNode {
  const { store } = useServices();
  const element = useRef<HTMLPreElement>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const text = new GrowingText(current, GROUPS);
    const pin = new ScrollPin(current, () => undefined);
    let cursor: TextCursor | undefined;
    const show = (): void => {
      const news = store.terminal(id)?.log.since(cursor);
      if (news === undefined) return;
      cursor = news.cursor;
      if (news.restart) text.clear();
      text.append(news.text);
      if (news.text !== '') pin.resized();
    };
    const onScroll = (): void => pin.scrolled();
    const onWheel = (event: WheelEvent): void => pin.wheel(event.deltaY);
    current.addEventListener('scroll', onScroll, { passive: true });
    current.addEventListener('wheel', onWheel, { passive: true });
    show();
    const unwatch = store.watch(`terminal:${id}`, show);
    return () => {
      unwatch();
      current.removeEventListener('scroll', onScroll);
      current.removeEventListener('wheel', onWheel);
    };
  }, [store, id]);
  return (
    <pre
      ref={element}
      class="terminal-output"
      data-testid="terminal-output"
      tabIndex={0}
      aria-label={label}
    />
  );
}

interface TerminalProps {
  readonly id: string;
  /** What stands above it: a command that it says already is not shown again. */
  readonly title: string;
}

export function TerminalBlock({ id, title }: TerminalProps): VNode | null {
  const { host } = useServices();
  const terminal = useStore(`terminal:${id}`, (store) => store.terminal(id)?.view);
  const cut = useStore(`terminal:${id}`, (store) => store.terminal(id)?.log.cut === true);
  if (terminal === undefined) return null;
  const { command, cwd, owned, running } = terminal;
  const name = command || title || t('terminalNoCommand');
  const bad = !running && (terminal.signal !== undefined || (terminal.exitCode ?? 0) !== 0);
  return (
    <div class="terminal" role="group" aria-label={`${t('terminal')}: ${name}`}>
      {command !== '' && command !== title && (
        <div class="terminal-command" title={cwd}>
          {name}
        </div>
      )}
      {(terminal.truncated || cut) && <div class="terminal-cut quiet">{t('terminalCut')}</div>}
      <Output id={id} label={t('terminalOutput', name)} />
      <div class="terminal-bar">
        <span class={bad ? 'terminal-bad' : 'quiet'} data-testid="terminal-ending">
          {ending(terminal)}
        </span>
        {owned && (
          <button
            type="button"
            class="link-button"
            data-testid="terminal-reveal"
            onClick={() => host.notify('terminal', { id, action: 'reveal' })}
          >
            {t('terminalReveal')}
          </button>
        )}
        {owned && running && (
          <button
            type="button"
            class="link-button"
            data-testid="terminal-stop"
            onClick={() => host.notify('terminal', { id, action: 'kill' })}
          >
            {t('terminalStop')}
          </button>
        )}
      </div>
    </div>
  );
}
