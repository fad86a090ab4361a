import type { Page } from 'playwright-core';
import { type Inspect, typeCode } from './checkout.ts';
import type { TestStack } from './test-stack.ts';

type SignIn = { stack: { info: Pick<TestStack['info'], 'admin'>; mailbox: TestStack['mailbox'] }; page: Page; inspect?: Inspect };

/** The password step of the admin's sign-in. Returns a function that reads the mailed code. */
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

/** The whole sign-in, to the first page of the back office. */
export const signInAsAdmin = async (input: SignIn): Promise<void> => {
  const { page } = input;
  const { readCode } = await provePassword(input);
  await typeCode(page, await readCode());
  await page.waitForURL('**/admin');
  await page.getByRole('heading', { name: '大会管理' }).waitFor();
};

/** Signs the window in by API calls: creates a session, and the marker that the web app keeps in its tab. */
export const enterBackOffice = async ({ stack, page }: Omit<SignIn, 'inspect'>): Promise<void> => {
  const { info, mailbox } = stack;
  const { email, password } = info.admin;
  const post = async (path: string, data: object): Promise<void> => {
    const response = await page.request.post(path, { data });
    if (!response.ok()) throw new Error(`${path} failed with status ${response.status()}`);
  };
  const except = await mailbox.idsOf(email);
  await post('/api/admin/login', { email, password });
  await post('/api/admin/verify-2fa', { email, code: await mailbox.waitForCode({ to: email, except }) });
  await leaveMarker(page, email);
};

/** Sets the marker that makes the web app show the back office. The server checks only the session. */
export const leaveMarker = async (page: Page, email: string): Promise<void> => {
  // Session storage needs a page of the shop's origin; this one renders nothing.
  await page.goto('/healthz');
  await page.evaluate((marker) => sessionStorage.setItem('admin_session', JSON.stringify(marker)), {
    admin: { email },
    loginTime: Date.now(),
  });
};
