import { expect, test } from '@jest/globals';
import { errorCatalogue, type TwoFactorSetup } from '@stagereel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { goOffline } from '../../src/testing/go-offline.ts';
import { asAdmin, errorResponse, expectAccessible, json, networkFailure, openPage, type Responder } from '../../src/testing/open-page.tsx';
import { tabTo } from '../../src/testing/tab-to.ts';
import { openTextLedger } from '../../src/testing/text-ledger.ts';
import { expectToastAndClose, OFFLINE } from '../admin-frame/office-screens.tsx';

const PATH = '/admin/two-factor-setup';
const SETUP = 'POST /api/setup-2fa';
const CONFIRM = 'POST /api/verify-2fa';
const INCOMPLETE = '6桁の認証コードを入力してください';
const REFUSED = { title: '認証エラー', text: '認証に失敗しました' };
const WRONG = errorCatalogue.TwoFactorInvalid.message;
const CURRENT_CODE = '現在の認証アプリのコード';
const NEW_CODE = '新しい認証アプリのコード';

const ledger = openTextLedger('two-factor-setup');

const setup = (changes: Partial<TwoFactorSetup> = {}): Responder => {
  const qrCode = 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=';
  return () => json({ qrCode, secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', isReplacement: false, ...changes });
};
const confirmed: Responder = () => json({ verified: true, message: '設定しました' });
const wrongCode =
  (field: 'token' | 'currentToken'): Responder =>
  () =>
    errorResponse('TwoFactorInvalid', { fields: { [field]: WRONG } });

const openSetup = (given: Record<string, Responder> = {}) => openPage(PATH, { ...asAdmin(), [SETUP]: setup(), ...given });
type SetupPage = ReturnType<typeof openSetup>;

const group = (label: string) => screen.findByRole('group', { name: new RegExp(`^${label}`) });
const boxes = async (label = '認証コード') => within(await group(label)).getAllByRole<HTMLInputElement>('textbox');
const firstBox = (label = '認証コード') => screen.findByRole('textbox', { name: `${label} 1桁目` });
const codeIn = async (label?: string): Promise<string> => (await boxes(label)).map(({ value }) => value).join('');
const typeCode = async ({ user }: SetupPage, { label, code }: { label?: string; code: string }): Promise<void> => {
  await user.click(await firstBox(label));
  await user.keyboard(code);
};
const confirm = async ({ user }: SetupPage): Promise<void> => user.click(screen.getByRole('button', { name: '認証して設定を完了する' }));
const doneHeading = () => screen.findByRole('heading', { name: '二段階認証の設定が完了しました' });
const alerts = () => screen.getAllByRole('alert').map(({ textContent }) => textContent);

test('when the secret cannot be loaded, then a retry loads it (admin 8.36)', async () => {
  const page = openSetup({ [SETUP]: networkFailure });
  await ledger.see('設定の取得に失敗しました');
  await expectAccessible();
  page.respond(SETUP, setup());
  await page.user.click(screen.getByRole('button', { name: '再試行' }));
  const image = await screen.findByRole('img', { name: '認証アプリで読み取るQRコード' });
  expect(image.getAttribute('src')).toMatch(/^data:image\/svg\+xml;base64,/);
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible();
  expect(screen.queryByText('設定の取得に失敗しました')).toBeNull();
  await expectAccessible();
});

test('when the code is incomplete or wrong, then its boxes show the error and take the focus (admin 5.16, 8.35)', async () => {
  const page = openSetup({ [CONFIRM]: wrongCode('token') });
  await typeCode(page, { code: '12345' });
  await confirm(page);
  await ledger.see('6桁の認証コードを入力してください');
  await waitFor(async () => expect(await firstBox()).toHaveFocus());
  await expectToastAndClose(page.user, { title: '入力エラー', text: INCOMPLETE });
  expect(screen.getByRole('alert')).toHaveTextContent(INCOMPLETE);
  expect(page.requests(CONFIRM)).toHaveLength(0);

  await typeCode(page, { code: '000000' });
  await confirm(page);
  await ledger.see('認証エラー');
  await ledger.see('認証に失敗しました');
  await expectToastAndClose(page.user, REFUSED);
  expect(screen.getByRole('alert')).toHaveTextContent(WRONG);
  await waitFor(async () => expect(await codeIn()).toBe(''));
  await expectAccessible();
});

test('when the network fails, then the code stays in the boxes and can be sent again (admin 8.34)', async () => {
  const page = openSetup({ [CONFIRM]: networkFailure });
  const goOnline = goOffline();
  await typeCode(page, { code: '123456' });
  await confirm(page);
  await ledger.see('二段階認証の設定に失敗しました');
  await expectToastAndClose(page.user, REFUSED);
  expect(alerts()).toContainEqual(expect.stringContaining(OFFLINE));
  expect(await codeIn()).toBe('123456');
  await expectAccessible();

  goOnline();
  page.respond(CONFIRM, confirmed);
  await confirm(page);
  expect(await doneHeading()).toBeVisible();
});

test('when only the keyboard is used, then the app is set up, and the last page warns against losing it (admin 2.57, 2.58, 4.26)', async () => {
  const page = openSetup({ [CONFIRM]: confirmed, 'GET /api/contests': () => json([]) });
  await firstBox();
  await tabTo(page.user, () => screen.getByRole('button', { name: 'シークレットキーをコピー' }));
  await page.user.keyboard('{Enter}');
  expect(await within(screen.getByRole('main')).findByText('コピーしました')).toBeVisible();
  expect(await window.navigator.clipboard.readText()).toBe('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP');
  await tabTo(page.user, () => screen.getByRole('textbox', { name: '認証コード 1桁目' }));
  await page.user.keyboard('123456{Enter}');
  const done = await doneHeading();
  await waitFor(() => expect(done).toHaveFocus());
  expect(screen.getByText('認証アプリを失わないようご注意ください')).toBeVisible();
  expect(page.requests(CONFIRM).map(({ body }) => body)).toEqual([{ token: '123456', secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }]);
  await expectAccessible();
  await tabTo(page.user, () => screen.getByRole('link', { name: 'ダッシュボードに戻る' }));
  await page.user.keyboard('{Enter}');
  expect(await screen.findByRole('heading', { name: '管理ダッシュボード' })).toBeVisible();
  expect(window.location.pathname).toBe('/admin');
});

test('when an app is replaced, then a code of the current app is required as well', async () => {
  const page = openSetup({ [SETUP]: setup({ isReplacement: true }), [CONFIRM]: wrongCode('currentToken') });
  expect(await screen.findByText('認証アプリは設定済みです')).toBeVisible();
  await typeCode(page, { label: NEW_CODE, code: '654321' });
  await confirm(page);
  await waitFor(async () => expect(await firstBox(CURRENT_CODE)).toHaveFocus());
  await expectToastAndClose(page.user, { title: '入力エラー', text: INCOMPLETE });
  expect(page.requests(CONFIRM)).toHaveLength(0);

  await typeCode(page, { label: CURRENT_CODE, code: '000000' });
  await confirm(page);
  await waitFor(async () => expect(await firstBox(CURRENT_CODE)).toHaveFocus());
  await expectToastAndClose(page.user, REFUSED);
  expect(within(await group(CURRENT_CODE)).getByRole('alert')).toHaveTextContent(WRONG);
  await waitFor(async () => expect(await codeIn(CURRENT_CODE)).toBe(''));
  expect(await codeIn(NEW_CODE)).toBe('654321');
  await expectAccessible();

  page.respond(CONFIRM, confirmed);
  await typeCode(page, { label: CURRENT_CODE, code: '123456' });
  await confirm(page);
  expect(await doneHeading()).toBeVisible();
  expect(page.requests(CONFIRM).at(-1)?.body).toMatchObject({ token: '654321', currentToken: '123456' });
});

test('when the secret has expired, then a new one can be requested, and its step takes the focus', async () => {
  const page = openSetup({ [CONFIRM]: () => errorResponse('TwoFactorSetupExpired') });
  await typeCode(page, { code: '123456' });
  await confirm(page);
  expect(await screen.findByText(/^設定の有効期限が切れました。/)).toBeVisible();
  await expectToastAndClose(page.user, REFUSED);
  await expectAccessible();
  page.respond(SETUP, setup({ secret: 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU' }));
  await page.user.click(screen.getByRole('button', { name: '新しいQRコードを表示' }));
  expect(await screen.findByText('KRSX G5CT MVRX EZLU KRSX G5CT MVRX EZLU')).toBeVisible();
  expect(screen.queryByText(/^設定の有効期限が切れました。/)).toBeNull();
  expect(await codeIn()).toBe('');
  await waitFor(() => expect(screen.getByRole('heading', { name: '2. QRコードを読み取る' })).toHaveFocus());
});

test('when all tests have run, then every text of the specification for the setup was shown', () => {
  expect(ledger.unseen()).toEqual([]);
});
