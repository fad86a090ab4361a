import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** One of the six boxes of a code; the first position is 1. */
export const codeBox = (position: number) => screen.findByRole('textbox', { name: `認証コード ${position}桁目` });

/** Types a code into the boxes, from the first one on. */
export const typeCode = async (user: UserEvent, code: string): Promise<void> => {
  await user.click(await codeBox(1));
  await user.keyboard(code);
};

/** The digits in the boxes. */
export const typedCode = (): string =>
  screen
    .getAllByRole<HTMLInputElement>('textbox', { name: /^認証コード \d桁目$/ })
    .map(({ value }) => value)
    .join('');
