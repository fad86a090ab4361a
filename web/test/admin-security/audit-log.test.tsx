import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { buildAuditEntry } from '../../src/testing/build-audit-entry.ts';
import { buildContest } from '../../src/testing/build-contest.ts';
import { buildSecurityDashboard } from '../../src/testing/build-security-dashboard.ts';
import { goOffline } from '../../src/testing/go-offline.ts';
import { asAdmin, errorResponse, expectAccessible, json, networkFailure, openPage, type Responder } from '../../src/testing/open-page.tsx';
import { reloadPage } from '../../src/testing/reload-page.tsx';
import { tabTo } from '../../src/testing/tab-to.ts';
import { OFFLINE } from '../admin-frame/office-screens.tsx';

const AUDIT = 'GET /api/admin/audit';
const LOAD_ERROR = 'セキュリティ情報を取得できませんでした';

const entriesFrom = (start: number, count: number) =>
  Array.from({ length: count }, (_, index) =>
    buildAuditEntry({ id: `e${start + index}`, target: { type: 'contest', id: `c${start + index}`, label: `大会 ${start + index}` } }),
  );
const auditPage =
  (count: number, { start = 1, nextCursor = null }: { start?: number; nextCursor?: string | null } = {}): Responder =>
  () =>
    json({ entries: entriesFrom(start, count), nextCursor });

const openLog = (search: string, respond: Responder) =>
  openPage(`/admin/security?tab=audit${search}`, {
    ...asAdmin(),
    'GET /api/admin/security-dashboard': () => json({ dashboard: buildSecurityDashboard() }),
    [AUDIT]: respond,
  });
type LogPage = ReturnType<typeof openLog>;

const searchField = () => screen.findByRole('textbox', { name: '監査ログを検索' });
const shownCount = (text: string) => screen.findByText(text, { selector: '[role=status]' });
const moreButton = () => screen.getByRole('button', { name: 'さらに読み込む' });
const queryOfLast = (page: LogPage): Record<string, string> => Object.fromEntries(new URLSearchParams(page.requests(AUDIT).at(-1)?.search));
const expectQuery = (page: LogPage, query: Record<string, string>) => waitFor(() => expect(queryOfLast(page)).toEqual(query));

test('when an entry changed something, then it shows who did what when, and each value before and after', async () => {
  openLog('', () =>
    json({
      entries: [
        buildAuditEntry({
          action: 'contest.updated',
          target: { type: 'contest', id: 'c1', label: '春の大会改' },
          before: { name: '春の大会' },
          after: { name: '春の大会改' },
        }),
      ],
      nextCursor: null,
    }),
  );
  const entry = within(await screen.findByRole('article', { name: '大会の変更 春の大会改' }));
  expect(entry.getByText('大会：春の大会改')).toBeVisible();
  expect(entry.getByText('2026年11月20日(金) 18:00 admin@example.jp 198.51.100.7')).toBeVisible();
  const [, row] = within(entry.getByRole('table', { name: '変更内容' })).getAllByRole('row');
  expect(row).toHaveTextContent('名前春の大会春の大会改');
  expect(await shownCount('1件を表示中')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'さらに読み込む' })).toBeNull();
  await expectAccessible();
});

test('when media and publication changed, then the entries have words and the name of the contest instead of identifiers', async () => {
  const page = openLog('', () =>
    json({
      entries: [
        buildAuditEntry({
          id: 'e1',
          action: 'media.uploaded',
          target: { type: 'media', id: 'm1', label: '表紙.jpg' },
          before: null,
          after: { contestId: 'c1', category: 'cover-image', size: 1_572_864 },
        }),
        buildAuditEntry({
          id: 'e2',
          action: 'contest.updated',
          target: { type: 'contest', id: 'c1', label: '春の大会' },
          before: { sitePublicStatus: 'private', isComingSoon: true },
          after: { sitePublicStatus: 'public', isComingSoon: false },
        }),
      ],
      nextCursor: null,
    }),
  );
  page.respond('GET /api/contests', () => json([buildContest({ name: '春の大会' })]));
  const rowsOf = async (name: string) => {
    const entry = await screen.findByRole('article', { name });
    return within(entry)
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent);
  };
  await waitFor(async () =>
    expect(await rowsOf('メディアの追加 表紙.jpg')).toEqual(['大会－春の大会', '用途－カバー画像', 'サイズ－1.5 MB']),
  );
  expect(await rowsOf('大会の変更 春の大会')).toEqual(['公開設定非公開公開', '近日販売として表示はいいいえ']);
  await expectAccessible();
});

test('when the log is filtered by text, action and days, then the request and the address have the filter, and a reload keeps it', async () => {
  const page = openLog('', auditPage(2));
  expect(await shownCount('2件を表示中')).toBeVisible();
  expect(queryOfLast(page)).toEqual({});
  await page.user.type(await searchField(), '春の');
  await expectQuery(page, { q: '春の' });
  await page.user.selectOptions(screen.getByRole('combobox', { name: '操作' }), '大会の追加');
  await expectQuery(page, { q: '春の', action: 'contest.created' });
  await page.user.type(screen.getByLabelText('開始日'), '2026-11-19');
  await page.user.type(screen.getByLabelText('終了日'), '2026-11-20');
  const filter = { q: '春の', action: 'contest.created', from: '2026-11-18T15:00:00.000Z', to: '2026-11-20T14:59:59.999Z' };
  await expectQuery(page, filter);
  expect(Object.fromEntries(new URLSearchParams(window.location.search))).toEqual({
    tab: 'audit',
    q: '春の',
    action: 'contest.created',
    from: '2026-11-19',
    to: '2026-11-20',
  });

  const requestsBefore = page.requests(AUDIT).length;
  reloadPage();
  expect(await shownCount('2件を表示中')).toBeVisible();
  expect(page.requests(AUDIT).slice(requestsBefore)).toHaveLength(1);
  expect(queryOfLast(page)).toEqual(filter);
  expect(await searchField()).toHaveValue('春の');
  expect(screen.getByRole('combobox', { name: '操作' })).toHaveDisplayValue('大会の追加');
  expect(screen.getByLabelText('開始日')).toHaveValue('2026-11-19');
  expect(screen.getByLabelText('終了日')).toHaveValue('2026-11-20');
});

test('when no entry matches, then the page says so, and clearing the search shows the log again', async () => {
  const page = openLog('&q=unknown', ({ search }) => json({ entries: search === '' ? entriesFrom(1, 3) : [], nextCursor: null }));
  expect(await screen.findByText('条件に合う記録はありません')).toBeVisible();
  await expectAccessible();
  await page.user.click(screen.getByRole('button', { name: '検索条件を消す' }));
  expect(await shownCount('3件を表示中')).toBeVisible();
});

test('when the log is empty, then the page says that there are no entries', async () => {
  openLog('', auditPage(0));
  expect(await screen.findByText('記録はありません')).toBeVisible();
});

test('when there is a next page, then it is loaded by keyboard only, and a failed request can be repeated', async () => {
  const page = openLog('', auditPage(50, { nextCursor: 'after-e50' }));
  expect(await shownCount('50件を表示中（続きがあります）')).toBeVisible();
  page.respond(AUDIT, networkFailure);
  const goOnline = goOffline();
  await tabTo(page.user, moreButton);
  await page.user.keyboard('{Enter}');
  expect(await screen.findByText(LOAD_ERROR)).toBeVisible();
  expect(screen.getByText(OFFLINE)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'さらに読み込む' })).toBeNull();
  await expectAccessible();

  goOnline();
  page.respond(AUDIT, auditPage(2, { start: 51 }));
  await tabTo(page.user, () => screen.getByRole('button', { name: '再試行' }));
  await page.user.keyboard('{Enter}');
  expect(await shownCount('52件を表示中')).toBeVisible();
  expect(queryOfLast(page)).toEqual({ cursor: 'after-e50' });
  expect(screen.queryByRole('button', { name: 'さらに読み込む' })).toBeNull();
  expect(screen.queryByText(LOAD_ERROR)).toBeNull();
});

test('when the log cannot be loaded, then a retry loads it', async () => {
  const page = openLog('', () => errorResponse('ServiceUnavailable'));
  expect(await screen.findByText('サーバーエラー: 503')).toBeVisible();
  page.respond(AUDIT, auditPage(1));
  await page.user.click(screen.getByRole('button', { name: '再試行' }));
  expect(await shownCount('1件を表示中')).toBeVisible();
});
