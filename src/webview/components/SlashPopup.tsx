import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../text';
import type { CommandView } from '../../shared/view';

export const popupId = 'slash-popup';

export function optionId(name: string): string {
  return `slash-${encodeURIComponent(name)}`;
}

export interface SlashPopupProps {
  readonly commands: readonly CommandView[];
  readonly current: CommandView | undefined;
  readonly onPick: (command: CommandView) => void;
}

export function SlashPopup({ commands, current, onPick }: SlashPopupProps): VNode {
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current?.name]);
  return (
    <ul
      ref={list}
      id={popupId}
      class="slash-popup"
      role="listbox"
      aria-label={t('commands')}
      data-testid="slash-popup"
    >
      {commands.map((command) => (
        <li
          key={command.name}
          id={optionId(command.name)}
          class="slash-option"
          role="option"
          aria-selected={command.name === current?.name}
          // The press must not take the focus out of the text box.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(command)}
        >
          <span class="slash-name">/{command.name}</span>
          {command.hint !== undefined && <span class="quiet">{command.hint}</span>}
          <span class="quiet slash-description">{command.description}</span>
        </li>
      ))}
    </ul>
  );
}
