import type { VNode } from 'preact';
import { useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import { keyAction } from '../composerKeys';
import { useServices } from '../context';
import { usePictures, useStore } from '../hooks';
import { highlighted, matchingCommands, step } from '../slash';
import { t } from '../text';
import { carriesFiles, pastedFiles } from '../transfer';
import { ComposerButtons } from './ComposerButtons';
import { Icon } from './Icon';
import { ImageNotice } from './ImageNotice';
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
  const {
    agent,
    busy,
    cancelling,
    commands,
    attachments: attached,
  } = useStore('status', ({ status }) => status);
  const pictures = usePictures();
  const [dropping, setDropping] = useState(false);
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
  const hasImage = pictures.adding > 0 || attached.some(({ image }) => image !== undefined);
  const canSend = text.trim() !== '' || hasImage;

  const stop = (): void => {
    if (busy && !cancelling) host.notify('stop', {});
  };
  const send = async (): Promise<void> => {
    if (sending.current || !canSend) return;
    sending.current = true;
    try {
      // What was pasted last may still be on its way; without it the prompt is not what was meant.
      if (pictures.adding > 0 && !(await pictures.settled())) return;
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
  const onPaste = (event: ClipboardEvent): void => {
    const files = pastedFiles(event.clipboardData);
    if (files.length === 0) return;
    event.preventDefault();
    pictures.add(files);
  };
  const onDragOver = (event: DragEvent): void => {
    if (!carriesFiles(event.dataTransfer)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setDropping(true);
  };
  const onDrop = (event: DragEvent): void => {
    setDropping(false);
    if (!carriesFiles(event.dataTransfer)) return;
    event.preventDefault();
    pictures.add([...event.dataTransfer.files]);
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
    <div
      class="composer-frame"
      onDragOver={onDragOver}
      onDragLeave={() => setDropping(false)}
      onDrop={onDrop}
    >
      {failure !== undefined && (
        <div class="composer-notice composer-error" role="alert" data-testid="send-failure">
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
      <ImageNotice />
      {popupOpen && <SlashPopup commands={matches} current={current} onPick={({ name }) => pick(name)} />}
      <div class={dropping ? 'composer dropping' : 'composer'}>
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
          onPaste={onPaste}
        />
        <ComposerButtons
          busy={busy}
          cancelling={cancelling}
          canSend={canSend}
          onSend={() => void send()}
          onStop={stop}
        />
      </div>
    </div>
  );
}
