import type { Page } from 'playwright-core';
import { typeCode } from './checkout.ts';
import type { TestStack } from './test-stack.ts';

/** Fits the rules for customers. */
export const PASSWORD = 'Hanamaru2026';

export const emailField = (page: Page) => page.getByLabel('メールアドレス');
/** The first password of a form; its repetition is another field. */
export const passwordField = (page: Page) => page.getByRole('textbox', { name: /^(新しい)?パスワード(?!（)/ });
export const confirmationField = (page: Page) => page.getByRole('textbox', { name: /^(新しい)?パスワード（確認）/ });
export const termsBox = (page: Page) => page.getByRole('checkbox', { name: /利用規約に同意する/ });

/** The header's button of whoever is signed in. */
export const memberButton = (page: Page, email: string) => page.getByRole('banner').getByRole('button', { name: email });

/** Somebody with an account, who registered from elsewhere. */
export const newMember = async (stack: TestStack, email: string): Promise<{ email: string; password: string }> => {
  const credentials = { email, password: PASSWORD };
  await stack.newCustomer().register(credentials);
  return credentials;
};

/** Signs the window in without the screen of it. */
export const signIn = async (page: Page, credentials: { email: string; password: string }): Promise<void> => {
  const answer = await page.request.post('/api/login', { data: credentials });
  if (!answer.ok()) throw new Error(`the login of ${credentials.email} answered ${answer.status()}`);
};

export const fillRegistration = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('お名前').fill('山田 花子');
  await emailField(page).fill(email);
  await passwordField(page).fill(PASSWORD);
  await confirmationField(page).fill(PASSWORD);
  await termsBox(page).check();
};

/** Fills in and sends the password step. What comes of it is for the test to await. */
export const sendCredentials = async (page: Page, { email, password }: { email: string; password: string }): Promise<void> => {
  const submit = page.getByRole('button', { name: 'ログイン', exact: true });
  // The address changes before the page does, and the page that is left may have a field for an address as well.
  await submit.waitFor();
  await emailField(page).fill(email);
  await passwordField(page).fill(password);
  await submit.click();
};

/** Another code than the ones given. */
export const wrongCode = (...right: string[]): string => {
  const candidates = ['000000', '111111', '222222'];
  return candidates.find((code) => !right.includes(code)) ?? '333333';
};

/** Types a code that is refused, and waits until the boxes are empty and have the focus for another. */
export const tryWrongCode = async ({ page, code, button }: { page: Page; code: string; button: string }): Promise<void> => {
  await typeCode(page, code);
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name: button, exact: true }).click();
  await answered;
  await waitForEmptyBoxes(page);
};

/** The boxes are empty and the first has the focus. */
export const waitForEmptyBoxes = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => {
    const box = document.activeElement;
    return box instanceof HTMLInputElement && box.getAttribute('aria-label') === '認証コード 1桁目' && box.value === '';
  });
};
