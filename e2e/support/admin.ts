import type { Page } from 'playwright-core';
import { type Inspect, typeCode } from './checkout.ts';
import type { TestStack } from './test-stack.ts';

type SignIn = { stack: TestStack; page: Page; inspect?: Inspect };

/** The password step of the admin's sign-in; answers how to read the code that is on its way. */
export const provePassword = async ({ stack, page, inspect = async () => undefined }: SignIn) => {
  const { email, password } = stack.info.admin;
  await page.goto('/admin-login');
  await page.getByLabel('メールアドレス').waitFor();
  await inspect('20-admin-login');
  const except = await stack.mailbox.idsOf(email);
  await page.getByLabel('メールアドレス').fill(email);
  await page.getByRole('textbox', { name: /^パスワード/ }).fill(password);
  await page.getByRole('button', { name: 'ログイン', exact: true }).click();
  await page.waitForURL('**/admin-2fa-verify');
  await page.getByLabel('認証コード 1桁目').waitFor();
  await inspect('21-admin-two-factor');
  return { readCode: () => stack.mailbox.waitForCode({ to: email, except }) };
};

/** The whole sign-in, up to the back office's first page. */
export const signInAsAdmin = async (input: SignIn): Promise<void> => {
  const { page } = input;
  const { readCode } = await provePassword(input);
  await typeCode(page, await readCode());
  await page.waitForURL('**/admin');
  await page.getByRole('heading', { name: '大会管理' }).waitFor();
};
