/** The key code during an input method's composition, also when `isComposing` is already false (Safari). */
const COMPOSING_KEY_CODE = 229;

/** Whether a key event belongs to an input method: its Enter ends a conversion and must not save. */
export const isComposingKey = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === COMPOSING_KEY_CODE;

/** For a form's `onKeyDown`: an Enter that ends a conversion does not submit the form. */
export const keepImeEnter = (event: { key: string; nativeEvent: KeyboardEvent; preventDefault: () => void }): void => {
  if (event.key === 'Enter' && isComposingKey(event.nativeEvent)) event.preventDefault();
};
