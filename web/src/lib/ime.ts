/** Key code browsers report while an input method composes, also where `isComposing` is already false again (Safari). */
const COMPOSING_KEY_CODE = 229;

/** True for a key that belongs to the input method: its Enter ends a conversion and saves nothing. */
export const isComposingKey = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === COMPOSING_KEY_CODE;

/** For a form's `onKeyDown`: the Enter that ends a conversion does not send the form, in no browser. */
export const keepImeEnter = (event: { key: string; nativeEvent: KeyboardEvent; preventDefault: () => void }): void => {
  if (event.key === 'Enter' && isComposingKey(event.nativeEvent)) event.preventDefault();
};
