import type { Page } from 'playwright-core';
import type { TestStack } from './test-stack.ts';

/** Satisfies the password rules for customers. */
export const PASSWORD = 'Hanamaru2026';

export const emailField = (page: Page) => page.getByLabel('メールアドレス');
/** The password field of a form, not its confirmation field. */
export const passwordField = (page: Page) => page.getByRole('textbox', { name: /^(新しい)?パスワード(?!（)/ });
export const confirmationField = (page: Page) => page.getByRole('textbox', { name: /^(新しい)?パスワード（確認）/ });
const termsBox = (page: Page) => page.getByRole('checkbox', { name: /利用規約に同意する/ });

/** The header's button that names the signed-in user. */
export const memberButton = (page: Page, email: string) => page.getByRole('banner').getByRole('button', { name: email });

/** Registers an account by API calls. */
export const newMember = async (stack: TestStack, email: string): Promise<{ email: string; password: string }> => {
  const credentials = { email, password: PASSWORD };
  await stack.newCustomer().register(credentials);
  return credentials;
};

/** Signs the window in by an API call. */
export const signIn = async (page: Page, credentials: { email: string; password: string }): Promise<void> => {
  const response = await page.request.post('/api/login', { data: credentials });
  if (!response.ok()) throw new Error(`The login of ${credentials.email} failed with status ${response.status()}`);
};

export const fillRegistration = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('お名前').fill('山田 花子');
  await emailField(page).fill(email);
  await passwordField(page).fill(PASSWORD);
  await confirmationField(page).fill(PASSWORD);
  await termsBox(page).check();
};

/** Fills in and sends the password step. The test awaits the result. */
export const sendCredentials = async (page: Page, { email, password }: { email: string; password: string }): Promise<void> => {
  const submit = page.getByRole('button', { name: 'ログイン', exact: true });
  // The URL changes before the page, and the previous page may also have an email field.
  await submit.waitFor();
  await emailField(page).fill(email);
  await passwordField(page).fill(password);
  await submit.click();
};

/** A code that differs from all the given ones. */
export const wrongCode = (...validCodes: string[]): string => {
  const candidates = ['000000', '111111', '222222'];
  return candidates.find((code) => !validCodes.includes(code)) ?? '333333';
};

/** Waits until the code boxes are empty and the first one has the focus. */
export const waitForEmptyBoxes = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => {
    const box = document.activeElement;
    return box instanceof HTMLInputElement && box.getAttribute('aria-label') === '認証コード 1桁目' && box.value === '';
  });
};
