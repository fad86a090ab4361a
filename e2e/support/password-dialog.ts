import type { Locator, Page } from 'playwright-core';
import type { TestStack } from './test-stack.ts';

type Owner = { stack: TestStack; page: Page; email: string };
type Passwords = { current: string; fresh: string };

/** The button of the account page that opens the dialog. */
export const changeButton = (page: Page): Locator => page.getByRole('main').getByRole('button', { name: 'パスワードを変更' });

/** The dialog that changes a password, with functions for its steps. */
export const passwordDialog = ({ stack, page, email }: Owner) => {
  const self = page.getByRole('dialog', { name: 'パスワードの変更' });
  const button = (name: string): Locator => self.getByRole('button', { name, exact: true });
  const step = (position: 1 | 2 | 3): Locator => self.getByText(`手順 ${position}/3`);
  const buttons = { send: button('認証コードを送信'), change: button('パスワードを変更') };
  const fields = {
    current: self.getByRole('textbox', { name: /^現在のパスワード/ }),
    fresh: self.getByRole('textbox', { name: /^新しいパスワード(?!（)/ }),
    repeated: self.getByRole('textbox', { name: /^新しいパスワード（確認）/ }),
  };

  return {
    self,
    buttons,
    step,
    /** From the first step to the second. Returns the mailed code. */
    goToCode: async (): Promise<string> => {
      const except = await stack.mailbox.idsOf(email);
      await buttons.send.click();
      await step(2).waitFor();
      return stack.mailbox.waitForCode({ to: email, except });
    },
    sendPasswords: async ({ current, fresh }: Passwords): Promise<void> => {
      await fields.current.fill(current);
      await fields.fresh.fill(fresh);
      await fields.repeated.fill(fresh);
      await buttons.change.click();
    },
  };
};
