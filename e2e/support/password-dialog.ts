import type { Locator, Page } from 'playwright-core';
import { typeCode } from './checkout.ts';
import type { TestStack } from './test-stack.ts';

type Owner = { stack: TestStack; page: Page; email: string };
type Passwords = { current: string; fresh: string; repeated?: string };

/** The button of the account page that opens the dialog. */
export const changeButton = (page: Page): Locator => page.getByRole('main').getByRole('button', { name: 'パスワードを変更' });

/** The dialog that changes a password, with functions for its steps. */
export const passwordDialog = ({ stack, page, email }: Owner) => {
  const self = page.getByRole('dialog', { name: 'パスワードの変更' });
  const button = (name: string): Locator => self.getByRole('button', { name, exact: true });
  const step = (position: 1 | 2 | 3): Locator => self.getByText(`手順 ${position}/3`);
  const buttons = { send: button('認証コードを送信'), verify: button('確認する'), change: button('パスワードを変更') };
  const fields = {
    current: self.getByRole('textbox', { name: /^現在のパスワード/ }),
    fresh: self.getByRole('textbox', { name: /^新しいパスワード(?!（)/ }),
    repeated: self.getByRole('textbox', { name: /^新しいパスワード（確認）/ }),
  };

  /** Runs an action that sends a code by mail. Returns the code. */
  const codeAfter = async (requestCode: () => Promise<void>): Promise<string> => {
    const except = await stack.mailbox.idsOf(email);
    await requestCode();
    return stack.mailbox.waitForCode({ to: email, except });
  };
  /** From the first step to the second. Returns the mailed code. */
  const goToCode = (): Promise<string> =>
    codeAfter(async () => {
      await buttons.send.click();
      await step(2).waitFor();
    });

  return {
    self,
    button,
    buttons,
    fields,
    step,
    failure: (title: string): Locator => self.getByRole('alert').filter({ hasText: title }),
    codeAfter,
    goToCode,
    /** From the first step to the third. */
    goToPasswords: async (): Promise<void> => {
      await typeCode(page, await goToCode());
      await buttons.verify.click();
      await step(3).waitFor();
    },
    sendPasswords: async ({ current, fresh, repeated = fresh }: Passwords): Promise<void> => {
      await fields.current.fill(current);
      await fields.fresh.fill(fresh);
      await fields.repeated.fill(repeated);
      await buttons.change.click();
    },
  };
};
