// What a key does in the composer.

export interface KeyPress {
  readonly key: string;
  readonly keyCode: number;
  readonly isComposing: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

export type KeyAction = 'send' | 'stop' | 'closePopup' | 'pick' | 'next' | 'previous';

/** Undefined leaves the key to the text box, and while text is composed to the input method. */
export function keyAction(press: KeyPress, popupOpen: boolean, busy: boolean): KeyAction | undefined {
  // 229 is what some input methods report for a key that they take, with isComposing already false.
  if (press.isComposing || press.keyCode === 229) return undefined;
  const plain = !press.shiftKey && !press.altKey && !press.ctrlKey && !press.metaKey;
  switch (press.key) {
    case 'Escape':
      if (popupOpen) return 'closePopup';
      return busy && plain ? 'stop' : undefined;
    case 'Enter':
      if (!plain) return undefined;
      return popupOpen ? 'pick' : 'send';
    case 'Tab':
      return popupOpen && plain ? 'pick' : undefined;
    case 'ArrowDown':
      return popupOpen && plain ? 'next' : undefined;
    case 'ArrowUp':
      return popupOpen && plain ? 'previous' : undefined;
    default:
      return undefined;
  }
}
