import { isFocusFree } from '../../../lib/is-focus-free.ts';

/** Focuses an element when the focused one was removed or disabled. */
export const focusIfLost = (element: HTMLElement | null): void => {
  if (isFocusFree()) element?.focus({ preventScroll: true });
};
