import type { VNode } from 'preact';
import { useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import { keyAction } from '../composerKeys';
import { useServices } from '../context';
import { useStore } from '../hooks';
import { highlighted, matchingCommands, step } from '../slash';
import { t } from '../text';
import { ComposerButtons } from './ComposerButtons';
import { Icon } from './Icon';
import { optionId, popupId, SlashPopup } from './SlashPopup';

function useDraftText(): string {
  const { draft } = useServices();
  const [, redraw] = useReducer((count: number, _: void) => count + 1, 0);
  useLayoutEffect(() => draft.watch(() => redraw()), [draft]);
  return draft.text;
}

export function Composer({ attachments }: { readonly attachments: VNode }): VNode {
  const { host, draft, focus } = useServices();
  const text = useDraftText();
  const { agent, busy, cancelling, commands } = useStore('status', ({ status }) => status);
  const box = useRef<HTMLTextAreaElement>(null);
  const sending = useRef(false);
  const [failure, setFailure] = useState<string>();
  const [chosen, choose] = useState<string>();
  const [dismissed, dismiss] = useState<string>();

  useLayoutEffect(() => focus.serve(() => box.current?.focus()), [focus]);
  useLayoutEffect(() => draft.onFill(() => box.current?.focus()), [draft]);

  const matches = dismissed === text ? [] : matchingCommands(commands, text);
  const current = highlighted(matches, chosen);
  const popupOpen = current !== undefined;

  const stop = (): void => {
    if (busy && !cancelling) host.notify('stop', {});
  };
  const send = async (): Promise<void> => {
    if (sending.current || text.trim() === '') return;
    sending.current = true;
    try {
      await host.request('prompt', { text });
      setFailure(undefined);
      // What was typed since then is a draft of its own.
      if (draft.text === text) draft.set('');
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      sending.current = false;
    }
  };
  const pick = (name: string): void => {
    draft.set(`/${name} `);
    box.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const action = keyAction(event, popupOpen, busy);
    if (action === undefined) return;
    event.preventDefault();
    if (action === 'send') void send();
    else if (action === 'stop') stop();
    else if (action === 'closePopup') dismiss(text);
    else if (action === 'pick') pick(current?.name ?? '');
    else choose(step(matches, current, action === 'next' ? 1 : -1));
  };

  return (
    <div class="composer-frame">
      {failure !== undefined && (
        <div class="send-failure" role="alert" data-testid="send-failure">
          <Icon name="error" label={t('error')} />
          <span>{t('sendFailed', failure)}</span>
          <button
            type="button"
            class="small-button"
            aria-label={t('dismiss')}
            onClick={() => setFailure(undefined)}
          >
            <Icon name="close" />
          </button>
        </div>
      )}
      {popupOpen && <SlashPopup commands={matches} current={current} onPick={({ name }) => pick(name)} />}
      <div class="composer">
        {attachments}
        <textarea
          ref={box}
          rows={1}
          data-testid="composer"
          value={text}
          placeholder={busy ? t('placeholderBusy') : t('placeholder', agent.name || t('agent'))}
          aria-label={t('composer')}
          aria-autocomplete="list"
          {...(popupOpen
            ? { 'aria-controls': popupId, 'aria-activedescendant': optionId(current.name) }
            : {})}
          onInput={(event) => draft.set(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <ComposerButtons
          busy={busy}
          cancelling={cancelling}
          hasText={text.trim() !== ''}
          onSend={() => void send()}
          onStop={stop}
        />
      </div>
    </div>
  );
}
