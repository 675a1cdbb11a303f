// Clicks and keys on links and code buttons, heard once for the whole transcript.
import type { Host } from '../host';
import { t } from '../text';
import { codeAround } from './codeBlock';

function closest(event: Event, selector: string): HTMLElement | undefined {
  const { target } = event;
  return target instanceof Element ? (target.closest<HTMLElement>(selector) ?? undefined) : undefined;
}

function showCopied(button: HTMLElement): void {
  button.textContent = t('copied');
  button.addEventListener('blur', () => (button.textContent = t('copy')), { once: true });
  button.addEventListener('pointerleave', () => (button.textContent = t('copy')), { once: true });
}

function act(host: Pick<Host, 'notify'>, event: Event): void {
  const href = closest(event, '[data-href]')?.dataset['href'];
  if (href !== undefined) {
    event.preventDefault();
    host.notify('openLink', { href });
    return;
  }
  const button = closest(event, '[data-code-action]');
  const code = button && codeAround(button);
  if (button === undefined || code === undefined) return;
  if (button.dataset['codeAction'] === 'insert') host.notify('insertAtCursor', { text: code });
  else
    void navigator.clipboard.writeText(code).then(
      () => showCopied(button),
      () => undefined,
    );
}

/** Returns the function that stops listening. */
export function listenToMarkdown(root: HTMLElement, host: Pick<Host, 'notify'>): () => void {
  const onClick = (event: Event): void => act(host, event);
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && closest(event, '[data-href]') !== undefined) act(host, event);
  };
  root.addEventListener('click', onClick);
  root.addEventListener('keydown', onKey);
  return () => {
    root.removeEventListener('click', onClick);
    root.removeEventListener('keydown', onKey);
  };
}
