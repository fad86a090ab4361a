import { expect, jest, test } from '@jest/globals';
import { errorCatalogue, VIEWER_HEADER } from '@stagereel/contracts';
import { screen, waitFor } from '@testing-library/react';
import { adminMarker } from '../../src/lib/admin-marker.ts';
import { buildContest } from '../../src/testing/build-contest.ts';
import { fakeTime } from '../../src/testing/fake-time.ts';
import { asAdmin, asMember, errorResponse, json, MEMBER, networkFailure, openPage, type Responder } from '../../src/testing/open-page.tsx';
import { reloadPage } from '../../src/testing/reload-page.tsx';
import { adminKeys, EXPIRED, emailField, expectToastAndClose, REQUIRED } from './office-screens.tsx';

const ADMIN_PATHS = [
  '/admin',
  '/dashboard',
  '/admin/contest/unknown',
  '/contest-edit/unknown',
  '/admin/two-factor-setup',
  '/admin/security',
] as const;
const MINUTE_MS = 60_000;
const ADMIN = { ...MEMBER, email: 'admin@example.jp', username: 'admin', isAdmin: true };
const FORBIDDEN = errorCatalogue.Forbidden.message;
const forbidden: Responder = () => errorResponse('Forbidden');
const unauthorized: Responder = () => errorResponse('Unauthorized');

/** The notice in the sign-in page, which stays when the toast is gone. */
const expectSignInPage = async (notice: string): Promise<void> => {
  expect(await emailField()).toBeVisible();
  expect(window.location.pathname).toBe('/admin-login');
  await waitFor(() => expect(screen.getAllByRole('status').some(({ textContent }) => textContent === notice)).toBe(true));
};

test.each(ADMIN_PATHS)(
  'when nobody is signed in and opens %s, then the sign-in page shows the reason (admin 2.5, 4.2, 8.4)',
  async (path) => {
    const { user } = openPage(path);
    await expectSignInPage(REQUIRED);
    await expectToastAndClose(user, { title: '認証エラー', text: REQUIRED });
  },
);

test.each(['/admin', '/contest-edit/unknown'])(
  'when a customer is signed in and opens %s, then the sign-in page opens (admin 2.4)',
  async (path) => {
    const { user } = openPage(path, asMember());
    await expectSignInPage(REQUIRED);
    await expectToastAndClose(user, { title: '認証エラー', text: REQUIRED });
  },
);

const noSession: Responder = () => json({ authenticated: false, user: null });
const otherAdmin: Responder = () =>
  json({ authenticated: true, user: { ...ADMIN, email: 'other@example.jp' }, sessionStartedAt: new Date().toISOString() });
const contest: Responder = () => json(buildContest());
const contestList: Responder = () => json([buildContest()]);
const priceTable = { 'GET /api/contests/c1/price-description': () => json({ items: [], notes: '', version: 0 }) };
const empty: Responder = () => json([]);
const editScreen = {
  'GET /api/contests/c1': contest,
  'GET /api/contests/c1/athletes': empty,
  'GET /api/contests/c1/categories': empty,
  'GET /api/contests/c1/media': empty,
};

test.each<[string, Record<string, Responder>]>([
  ['/admin?tab=orders', { 'GET /api/orders': unauthorized, 'GET /api/orders/flagged': unauthorized }],
  ['/admin?tab=sales', { 'GET /api/orders/sales': unauthorized }],
  ['/admin?tab=users', { 'GET /api/users': unauthorized, 'GET /api/admin/invitations': unauthorized }],
  ['/admin/security', { 'GET /api/admin/security-dashboard': unauthorized }],
  ['/admin/two-factor-setup', { 'POST /api/setup-2fa': unauthorized }],
  ['/admin/contest/c1', { ...editScreen, 'GET /api/contests/c1/athletes': unauthorized }],
  ['/contest-edit/c1?tab=media', { ...editScreen, 'GET /api/contests/c1/media': unauthorized }],
  // What is sent to anybody does not tell that the session is gone.
  ['/admin', { 'GET /api/contests': contestList, 'GET /api/auth/check': noSession }],
  ['/admin/contest/c1', { 'GET /api/contests/c1': () => errorResponse('NotFound'), 'GET /api/auth/check': noSession }],
  // Another admin signed in in another tab.
  ['/dashboard', { 'GET /api/contests': contestList, 'GET /api/auth/check': otherAdmin }],
  ['/admin/contest/c1?tab=content', { ...editScreen, ...priceTable, 'GET /api/auth/check': noSession }],
])('when the session is gone at %s, then the reason is shown, and after a second the sign-in page (admin 8.3)', async (path, given) => {
  fakeTime();
  try {
    const { user } = openPage(path, { ...asAdmin(), ...given });
    expect((await screen.findByText('認証エラー')).closest('[role=alert]')).toHaveTextContent(EXPIRED);
    expect(window.location.pathname + window.location.search).toBe(path);
    await jest.advanceTimersByTimeAsync(1_000);
    await expectSignInPage(EXPIRED);
    expect(adminKeys()).not.toContain('admin_session');
    await expectToastAndClose(user, { title: '認証エラー', text: EXPIRED });
  } finally {
    jest.useRealTimers();
  }
});

test.each([
  ['/admin', 'GET /api/contests'],
  ['/admin/contest/c1', 'GET /api/contests/c1'],
])(
  'when the session on the server has ended, then %s shows no public list, but leads to the sign-in page (admin 2.5, 7.11)',
  async (path, call) => {
    const { user, requests } = openPage(path, { ...asAdmin(), [call]: unauthorized });
    await expectToastAndClose(user, { title: '認証エラー', text: EXPIRED });
    await expectSignInPage(EXPIRED);
    expect(requests(call).map(({ headers }) => headers.get(VIEWER_HEADER))).toEqual(['admin']);
  },
);

test.each([
  ['/admin?tab=orders', { 'GET /api/orders': forbidden, 'GET /api/orders/flagged': forbidden }],
  ['/admin?tab=sales', { 'GET /api/orders/sales': forbidden }],
  ['/admin?tab=users', { 'GET /api/users': forbidden }],
  ['/admin/two-factor-setup', { 'POST /api/setup-2fa': forbidden }],
  ['/admin/contest/c1', { 'GET /api/contests/c1': forbidden }],
])('when the server forbids the data of %s, then the page says so instead of showing data', async (path, given) => {
  openPage(path, { ...asAdmin(), ...given });
  await waitFor(() => expect(screen.getAllByRole('alert').some(({ textContent }) => textContent.includes(FORBIDDEN))).toBe(true));
  expect(window.location.pathname + window.location.search).toBe(path);
});

test('when an hour has passed since the sign-in, then the page leads to the sign-in page by itself and shows the reason (admin 4.1, 4.2, 6.3, 8.4)', async () => {
  fakeTime();
  try {
    const page = openPage('/admin', asAdmin());
    expect(await screen.findByText('大会データがありません')).toBeVisible();
    jest.advanceTimersByTime(59 * MINUTE_MS);
    reloadPage();
    expect(await screen.findByText('大会データがありません')).toBeVisible();
    expect(window.location.pathname).toBe('/admin');
    jest.advanceTimersByTime(MINUTE_MS);
    await expectSignInPage(REQUIRED);
    expect(await screen.findByText('認証エラー')).toBeVisible();
    expect(adminKeys()).not.toContain('admin_session');
    await expectToastAndClose(page.user, { title: '認証エラー', text: REQUIRED });
  } finally {
    jest.useRealTimers();
  }
});

/** The response to the check of an admin whose session started so long ago. */
const sessionSince =
  (minutes: number): Responder =>
  () =>
    json({ authenticated: true, user: ADMIN, sessionStartedAt: new Date(Date.now() - minutes * MINUTE_MS).toISOString() });

const expectContinued = async (path: string, minutes: number): Promise<void> => {
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe(path));
  const started = Date.now() - (adminMarker.read()?.loginTime ?? 0);
  expect(Math.round(started / MINUTE_MS)).toBe(minutes);
  expect(screen.queryByText('認証エラー')).toBeNull();
};

test('when a new tab has a session but no marker, then the wanted page opens, and the marker has the session’s real start', async () => {
  const given = {
    'GET /api/users': () => json([]),
    'GET /api/admin/invitations': () => json([]),
    'GET /api/shop': () => errorResponse('ServiceUnavailable'),
  };
  const page = openPage('/admin?tab=users', { ...given, 'GET /api/auth/check': sessionSince(25) });
  expect(await screen.findByText('登録ユーザーはいません')).toBeVisible();
  await expectContinued('/admin?tab=users', 25);

  // The sign-in page itself continues too, and a marker that cannot be read counts as none.
  window.sessionStorage.setItem('admin_session', '{"admin":');
  window.history.replaceState(null, '', '/admin-login');
  page.respond('GET /api/auth/check', sessionSince(59));
  reloadPage();
  expect(await screen.findByText('大会データがありません')).toBeVisible();
  await expectContinued('/admin', 59);
});

test.each([
  ['started an hour ago', sessionSince(60)],
  ['cannot be checked', networkFailure],
])('when a new tab’s session %s, then the sign-in page opens', async (_case, check) => {
  const { user } = openPage('/admin', { 'GET /api/auth/check': check });
  await expectSignInPage(REQUIRED);
  await expectToastAndClose(user, { title: '認証エラー', text: REQUIRED });
  expect(adminKeys()).not.toContain('admin_session');
});

test('when the browser forbids session storage, then the admin counts as signed out (admin 4.3)', async () => {
  const given = asAdmin();
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('Storage is blocked', 'SecurityError');
  });
  const { user } = openPage('/admin/security', given);
  await expectSignInPage(REQUIRED);
  await expectToastAndClose(user, { title: '認証エラー', text: REQUIRED });
});

test('when the gateway ignores the addresses that a proxy forwards, then the back office says which setting corrects it', async () => {
  const trustedProxies = 'X-Forwarded-For of a peer that is not in TRUSTED_PROXIES is ignored';
  openPage('/admin', { ...asAdmin(), 'GET /readyz': () => json({ status: 'degraded', checks: { redis: 'ok', trustedProxies } }) });
  const warning = await screen.findByRole('complementary', { name: 'プロキシの設定' });
  expect(warning).toHaveTextContent('プロキシが信頼済みとして設定されていません');
  expect(warning).toHaveTextContent('TRUSTED_PROXIES');
});
