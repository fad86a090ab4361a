import { isFocusFree } from '../../../lib/is-focus-free.ts';

/** Gives the focus to an element when what had it is gone or switched off. */
export const focusIfLost = (element: HTMLElement | null): void => {
  if (isFocusFree()) element?.focus({ preventScroll: true });
};
