import type { UserEvent } from '@testing-library/user-event';

/** Presses Tab until the element has the focus. @throws when 60 presses do not reach it */
export const tabTo = async (user: UserEvent, find: () => HTMLElement): Promise<void> => {
  for (let presses = 0; presses < 60; presses += 1) {
    if (find() === document.activeElement) return;
    await user.tab();
  }
  throw new Error(`${find().outerHTML} cannot be reached by Tab`);
};
