// Our own icons: 16 by 16, drawn with the colour of the text around them.
import type { VNode } from 'preact';

const paths = {
  read: 'M4 1.5h5.5L13 5v9.5H4z M9 1.5V5.5h4 M6 8.5h5 M6 11h5',
  edit: 'M2.5 13.5l.7-3.2L10.8 2.7l2.5 2.5-7.6 7.6z M9.3 4.2l2.5 2.5',
  delete: 'M2.5 4h11 M6 4V2.5h4V4 M4 4l.6 9.5h6.8L12 4 M6.7 6.5v4.5 M9.3 6.5v4.5',
  move: 'M2 8h11 M9.5 4.5L13 8l-3.5 3.5',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9z M10.3 10.3L14 14',
  execute: 'M1.5 2.5h13v11h-13z M4 6l2.5 2L4 10 M8 10.5h3.5',
  think: 'M6 13.5h4 M6.5 11.5c0-1.8-2.5-2.6-2.5-5.3a4 4 0 0 1 8 0c0 2.7-2.5 3.5-2.5 5.3z',
  fetch: 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13z M1.5 8h13 M8 1.5c4 4 4 9 0 13 M8 1.5c-4 4-4 9 0 13',
  switch_mode: 'M2 5h6 M11 5h3 M9.5 3.5v3 M2 11h3 M8 11h6 M6.5 9.5v3',
  other: 'M6.5 2.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z M4 14h8',
  pending: 'M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11z',
  running: 'M8 2.5a5.5 5.5 0 1 1-5.5 5.5',
  done: 'M3 8.5l3.3 3.3L13 4.5',
  failed: 'M4 4l8 8 M12 4l-8 8',
  cancelled: 'M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11z M4.2 4.2l7.6 7.6',
  plus: 'M8 3v10 M3 8h10',
  send: 'M2.5 2.5L14 8 2.5 13.5 4.5 8z M4.5 8H9',
  stop: 'M4 4h8v8H4z',
  close: 'M4 4l8 8 M12 4l-8 8',
  chevron: 'M6 4l4 4-4 4',
  down: 'M8 3v9.5 M4 8.5l4 4 4-4',
  attachment: 'M4 1.5h5.5L13 5v9.5H4z M9 1.5V5.5h4',
  folder: 'M1.5 3.5h4.5l1.5 1.5h7v8h-13z',
  image: 'M2 3h12v10H2z M2 11l3.5-3.5 3 3 2-2L14 12 M10.5 6.2v.1',
  info: 'M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12z M8 7.3V11 M8 5v.6',
  warning: 'M8 2l6.5 11.5h-13z M8 6.5v3.3 M8 11.3v.6',
  error: 'M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12z M5.8 5.8l4.4 4.4 M10.2 5.8l-4.4 4.4',
  restart: 'M13 8a5 5 0 1 1-1.6-3.7 M11.5 1.5v3h-3',
  plan: 'M2 4.2l1.2 1.2L5.4 3 M7.5 4h6.5 M2 9l1.2 1.2L5.4 7.8 M7.5 8.9h6.5 M7.5 13.2h6.5 M2.5 13.2h2',
  waiting: 'M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12z M8 4.5V8l2.5 1.5',
} as const;

export type IconName = keyof typeof paths;

export function isIconName(name: string): name is IconName {
  return Object.hasOwn(paths, name);
}

/** With a label it is an image for the screen reader, without one it is decoration. */
export function Icon({ name, label }: { readonly name: IconName; readonly label?: string }): VNode {
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img' as const, 'aria-label': label };
  return (
    <svg
      class={`icon icon-${name}`}
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      {...named}
    >
      {label === undefined ? null : <title>{label}</title>}
      <path d={paths[name]} />
    </svg>
  );
}
