/** Whether nothing has the focus: what had it has gone or was switched off. */
export const isFocusFree = (): boolean => document.activeElement === null || document.activeElement === document.body;
