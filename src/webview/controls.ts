// The only file that knows the webview UI toolkit. Swapping it for something else happens here.
import { provideVSCodeDesignSystem, vsCodeButton } from '@vscode/webview-ui-toolkit';
import { h, type ComponentChildren } from 'preact';

/** Call once, before the first control is drawn. */
export function registerControls(): void {
  provideVSCodeDesignSystem().register(vsCodeButton());
}

export interface ButtonProps {
  readonly appearance: 'primary' | 'secondary' | 'icon';
  /** Name for the tooltip and the screen reader; needed where the content is an icon. */
  readonly label?: string;
  readonly disabled?: boolean;
  readonly testId?: string;
  /** Further data attributes, named without `data-`. */
  readonly data?: Readonly<Record<string, string>>;
  readonly onPress: () => void;
  readonly children: ComponentChildren;
}

function dataAttributes(data: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [`data-${name}`, value]));
}

export function Button(props: ButtonProps): ComponentChildren {
  const { appearance, label, disabled = false, testId, data = {}, onPress, children } = props;
  return h(
    'vscode-button',
    {
      ...dataAttributes(testId === undefined ? data : { ...data, testid: testId }),
      ...(label === undefined ? {} : { 'aria-label': label, title: label }),
      appearance,
      disabled,
      // A click made by script reaches a disabled custom element all the same.
      onClick: () => {
        if (!disabled) onPress();
      },
    },
    children,
  );
}
