import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { savedData } from '../../src/lib/saved-data.ts';
import { buildContest } from '../../src/testing/build-contest.ts';
import { holdBack } from '../../src/testing/hold-back.ts';
import { errorResponse, expectAccessible, json, MEMBER, openPage } from '../../src/testing/open-page.tsx';
import { reloadPage } from '../../src/testing/reload-page.tsx';
import { emailField, logInButton, memberButton, PASSWORD, passwordField, sendCredentials, signedIn } from './sign-in.ts';

const CONTEST = buildContest({
  id: '65f0000000000000000000c1',
  name: '春の大会',
  date: '2026年4月1日',
  location: '東京',
  sitePublicStatus: 'public',
  videoPublished: true,
});

test('when only the keyboard is used, then an error focuses its field, a pasted password is taken, and pressing Enter twice submits once (customer 5.4)', async () => {
  const { user, requests, respond } = openPage('/login', { 'POST /api/login': () => errorResponse('CredentialsInvalid') });
  const logIn = await logInButton();
  const [email, password] = [await emailField(), await passwordField()];
  // The stricter rule is not part of the field's description: it is not for customers.
  expect(password).toHaveAccessibleDescription('登録時に設定した、8文字以上のパスワードです。');
  expect(screen.getByText(/大文字・小文字・数字・記号をすべて含む12文字以上/)).toBeVisible();

  expect(password).toHaveAttribute('type', 'password');
  expect([email, password].map((field) => field.getAttribute('autocomplete'))).toEqual(['username', 'current-password']);

  email.focus();
  await user.tab();
  expect(password).toHaveFocus();
  await user.tab();
  expect(screen.getByRole('button', { name: '入力した文字を表示する' })).toHaveFocus();
  await user.tab();
  expect(logIn).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('メールアドレスを入力してください。')).toBeVisible();
  expect(screen.getByText('パスワードを入力してください。')).toBeVisible();
  expect(email).toHaveFocus();
  expect(email).toBeInvalid();
  await expectAccessible();
  expect(requests('POST /api/login')).toEqual([]);

  await user.keyboard(MEMBER.email);
  await user.tab();
  await user.keyboard('Not-the-password1{Enter}');
  expect(await screen.findByText('メールアドレスまたはパスワードが正しくありません')).toBeVisible();
  await waitFor(() => expect(password).toHaveFocus());

  const { responder, release } = holdBack(() => signedIn());
  respond('POST /api/login', responder);
  await user.clear(password);
  await user.paste(PASSWORD);
  await user.keyboard('{Enter}');
  await user.keyboard('{Enter}');
  release();
  expect(await memberButton()).toBeVisible();
  await waitFor(() => expect(window.location.pathname).toBe('/'));
  expect(requests('POST /api/login').map(({ body }) => body)).toEqual([
    { email: MEMBER.email, password: 'Not-the-password1' },
    { email: MEMBER.email, password: PASSWORD },
  ]);
});

test('when a visitor cannot log in, then links lead to the password reset, the registration and the home page (customer 2.22)', async () => {
  openPage('/login');
  const help = await screen.findByRole('navigation', { name: 'ログインにお困りの方' });
  expect(
    within(help)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['パスワードをお忘れの方', '/forgot-password'],
    ['会員登録', '/register'],
    ['ホームに戻る', '/'],
  ]);
});

test('when a member logs in during an order, then they return to the unchanged order', async () => {
  const item = { category: 'メンズフィジーク', athleteNumber: '001', athleteName: null, videoStyle: '縦動画', price: 5000 } as const;
  savedData.write('orderData', {
    contestId: CONTEST.id,
    contestSlug: CONTEST.slug,
    contestName: CONTEST.name,
    items: [
      { ...item, id: 'first' },
      { ...item, id: 'second', category: 'ビキニ', athleteNumber: '002', videoStyle: '横動画' },
    ],
  });
  const page = openPage('/order-confirmation', {
    [`GET /api/contests/${CONTEST.id}`]: () => json(CONTEST),
    'POST /api/login': () => signedIn(),
  });
  await page.user.click(await screen.findByRole('link', { name: '会員の方はログイン' }));
  await logInButton();
  expect(window.location.pathname + window.location.search).toBe('/login?from=order');

  await sendCredentials(page);
  expect(await screen.findByRole('button', { name: 'お支払いへ進む' })).toBeVisible();
  expect(window.location.pathname).toBe('/order-confirmation');
  expect(screen.getByText(/メンズフィジーク/)).toBeVisible();
  expect(screen.getByText(/ビキニ/)).toBeVisible();
  expect(await emailField()).toHaveValue(MEMBER.email);
});

describe('a redirect to another site', () => {
  const expectHomePage = async (): Promise<void> => {
    expect(await memberButton()).toBeVisible();
    expect(await screen.findByRole('heading', { level: 1, name: '動画を販売中の大会' })).toBeVisible();
    expect(window.location.href).toBe(`${window.location.origin}/`);
  };

  test.each([
    '?from=%2F%2Fevil.example%2F',
    '?redirect=%2F%2Fevil.example%2F&redirectTo=%2F%2Fevil.example%2F&next=%2F%2Fevil.example%2F&returnUrl=%2F%2Fevil.example%2F',
    '?from=https://evil.example',
  ])('when the URL is /login%s, then the login leads to the home page', async (query) => {
    const page = openPage(`/login${query}`, { 'POST /api/login': () => signedIn() });
    await sendCredentials(page);
    await expectHomePage();
  });

  test.each(['//evil.example/', '/\\evil.example', 'https://evil.example/', 'javascript:document.title=1'])(
    'when the history state names %s, then the login leads to the home page',
    async (from) => {
      const page = openPage('/login', { 'POST /api/login': () => signedIn() });
      await logInButton();
      window.history.replaceState({ ...window.history.state, usr: { from } }, '');
      reloadPage();
      await sendCredentials(page);
      await expectHomePage();
    },
  );

  test('when the history state names a page of this shop, then the login leads there', async () => {
    const page = openPage('/login', { 'POST /api/login': () => signedIn() });
    await logInButton();
    window.history.replaceState({ ...window.history.state, usr: { from: '/account' } }, '');
    reloadPage();
    expect(await screen.findByText('ログインすると、元のページに戻ります。')).toBeVisible();
    await sendCredentials(page);
    expect(await screen.findByRole('heading', { level: 1, name: 'アカウント' })).toBeVisible();
    expect(window.location.pathname).toBe('/account');
  });
});
