import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { asMember, expectAccessible, MEMBER, networkFailure, openPage } from '../../src/testing/open-page.tsx';
import { findHeading, openRegistration } from './registration-page.ts';

const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const link = (name: string) => within(screen.getByRole('main')).queryByRole('link', { name });

test.each(['/registration-success', '/registration-complete'])(
  'when somebody opens %s without having registered, then they are not congratulated and can register or log in',
  async (path) => {
    openPage(path);
    await title('会員登録のご案内');
    expect(screen.queryByText(/会員登録ありがとうございます|会員登録が完了しました/)).toBeNull();
    expect(await screen.findByText(/会員登録を確認できませんでした/)).toBeVisible();
    expect(link('ログイン')).toHaveAttribute('href', '/login');
    expect(link('会員登録')).toHaveAttribute('href', '/register');
    expect(link('ホームに戻る')).toHaveAttribute('href', '/');
    await expectAccessible();
  },
);

test('when a visitor with an order opens the page without having registered, then the order goes on', async () => {
  openPage('/registration-success?from=order');
  expect(await screen.findByRole('link', { name: 'ご注文の確認に進む' })).toHaveAttribute('href', '/order-confirmation');
});

test.each([
  ['/registration-success', '会員登録ありがとうございます'],
  ['/registration-complete', '会員登録が完了しました'],
])('when a member opens %s, then they are welcomed and can look for videos', async (path, heading) => {
  openPage(path, asMember());
  await title(heading);
  expect(await screen.findByText(new RegExp(`${MEMBER.email} でログインしています。`))).toBeVisible();
  expect(link('動画を探す')).toHaveAttribute('href', '/');
  await expectAccessible();
});

test('when the session cannot be checked after a registration, then the visitor is congratulated all the same', async () => {
  const { goToCodeStep, submitCode, respond, register } = openRegistration();
  await goToCodeStep();
  respond('POST /api/verify-registration-code', (request) => {
    const response = register(request);
    respond('GET /api/auth/check', networkFailure);
    return response;
  });
  await submitCode();
  await findHeading('会員登録ありがとうございます');
});
