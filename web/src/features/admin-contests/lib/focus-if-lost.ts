/** Gives the focus to an element when what had it is gone or switched off. */
export const focusIfLost = (element: HTMLElement | null): void => {
  if (document.activeElement === null || document.activeElement === document.body) element?.focus({ preventScroll: true });
};
