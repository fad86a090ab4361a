import { expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildContest } from '../../src/testing/build-contest.ts';
import { buildSalesSummary } from '../../src/testing/build-sales-summary.ts';
import { fakeTime } from '../../src/testing/fake-time.ts';
import { asAdmin, errorResponse, expectAccessible, json, networkFailure, openPage, type Responder } from '../../src/testing/open-page.tsx';

const SALES = '/admin?tab=sales';
const SALES_API = 'GET /api/orders/sales';
const LOAD_ERROR = '売上を読み込めませんでした';
const NO_SALES = 'この条件の売上はありません';
const nothing = () => json(buildSalesSummary({ total: 0, refunded: 0, videos: 0, orders: 0, days: [], contests: [] }));

const contestNamed = (id: string, name: string) =>
  buildContest({
    id,
    name,
    slug: id,
    date: '2026年4月1日',
    sitePublicStatus: 'public',
    videoPublished: true,
    createdAt: '2026-04-01T00:00:00.000Z',
  });

const openSales = (path: string, given: Record<string, Responder> = {}) =>
  openPage(path, {
    ...asAdmin(),
    [SALES_API]: () => json(buildSalesSummary()),
    'GET /api/contests': () => json([contestNamed('c1', '関東大会'), contestNamed('c2', '売上のない大会')]),
    ...given,
  });

const contest = () => screen.getByLabelText('大会');
const from = () => screen.getByLabelText('開始日');
const to = () => screen.getByLabelText('終了日');
const choose = (field: HTMLElement, day: string) => fireEvent.change(field, { target: { value: day } });
const filterButton = () => screen.getByRole('button', { name: 'フィルター' });
const figure = async (name: string) => (await screen.findByText(name)).closest('dl > div');
const addressOf = () => new URLSearchParams(window.location.search);
const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));
const searches = (page: ReturnType<typeof openPage>) => page.requests(SALES_API).map(({ search }) => search);

test('when the sales are opened, then they show the figures of all contests and days, with a chart and tables (admin 2.50)', async () => {
  const page = openSales('/admin');
  await page.user.click(await screen.findByRole('tab', { name: '売上統計' }));
  expect(await screen.findByRole('heading', { name: '売上統計' })).toBeVisible();
  expect(await figure('合計金額（税込）')).toHaveTextContent('¥10,000');
  expect(await figure('返金額')).toHaveTextContent('¥1,000');
  expect(await figure('差引金額')).toHaveTextContent('¥9,000');
  expect(await figure('注文')).toHaveTextContent('2件');
  expect(screen.getByText('2本')).toBeVisible();
  expect(contest()).toHaveDisplayValue('すべての大会');
  expect(screen.getByRole('img', { name: '日別の売上と返金のグラフ' })).toBeInTheDocument();
  expect(rowsOf('日ごとの内訳')).toEqual([
    ['2026年4月30日(木)', '1', '¥5,000', '¥1,000', '¥4,000'],
    ['2026年4月1日(水)', '1', '¥5,000', '¥0', '¥5,000'],
  ]);
  expect(rowsOf('大会ごとの内訳')).toEqual([['関東大会', '2', '¥10,000', '¥1,000', '¥9,000']]);
  await expectAccessible();
});

test('when days are chosen, then the button applies them, the URL keeps them, and a reload shows them again (admin 2.50, 2.51)', async () => {
  const page = openSales(SALES);
  await figure('合計金額（税込）');
  choose(from(), '2026-04-01');
  choose(to(), '2026-04-30');
  expect(searches(page)).toEqual(['']);
  await page.user.click(filterButton());
  await waitFor(() => expect([addressOf().get('from'), addressOf().get('to')]).toEqual(['2026-04-01', '2026-04-30']));
  await waitFor(() => expect(searches(page)).toEqual(['', '?from=2026-04-01&to=2026-04-30']));

  const address = `${window.location.pathname}${window.location.search}`;
  cleanup();
  openSales(address);
  await figure('合計金額（税込）');
  expect([from(), to()].map((field) => (field as HTMLInputElement).value)).toEqual(['2026-04-01', '2026-04-30']);
  choose(to(), '');
  await page.user.click(filterButton());
  await waitFor(() => expect(searches(page).at(-1)).toBe('?from=2026-04-01'));
  expect(addressOf().has('to')).toBe(false);
});

test('when the days span more than three months, then the chart shows months', async () => {
  const days = [
    { day: '2026-04-01', total: 5000, refunded: 0, videos: 1 },
    { day: '2026-11-20', total: 5000, refunded: 1000, videos: 1 },
  ];
  openSales(SALES, { [SALES_API]: () => json(buildSalesSummary({ days })) });
  expect(await screen.findByRole('img', { name: '月別の売上と返金のグラフ' })).toBeInTheDocument();
  expect(screen.queryByRole('img', { name: '日別の売上と返金のグラフ' })).toBeNull();
});

test('when the end precedes the start, then the range is rejected at its field, and the conditions can be removed (admin 2.51)', async () => {
  const page = openSales(`${SALES}&from=2026-05-01`);
  await figure('合計金額（税込）');
  choose(to(), '2026-04-01');
  await page.user.click(filterButton());
  expect(await screen.findByText('終了日には、開始日以降の日付を入力してください。')).toBeVisible();
  expect(to()).toHaveFocus();
  expect(to()).toHaveAccessibleDescription('終了日には、開始日以降の日付を入力してください。');
  await expectAccessible();
  expect(searches(page)).toEqual(['?from=2026-05-01']);

  await page.user.click(screen.getByRole('button', { name: '条件を解除' }));
  await waitFor(() => expect(addressOf().has('from')).toBe(false));
  expect([from(), to()].map((field) => (field as HTMLInputElement).value)).toEqual(['', '']);
  expect(screen.queryByText('終了日には、開始日以降の日付を入力してください。')).toBeNull();
});

test('when a contest without sales is chosen, then the figures are zero and the page says that there are none', async () => {
  const page = openSales(SALES);
  await figure('合計金額（税込）');
  page.respond(SALES_API, nothing);
  await page.user.selectOptions(contest(), '売上のない大会');
  await page.user.click(filterButton());
  expect(await screen.findByText(NO_SALES)).toBeVisible();
  expect(await figure('合計金額（税込）')).toHaveTextContent('¥0');
  expect(searches(page)).toEqual(['', '?contestId=c2']);
  await expectAccessible();
  page.respond(SALES_API, () => json(buildSalesSummary()));
  await page.user.selectOptions(contest(), '関東大会');
  await page.user.click(filterButton());
  await waitFor(() => expect(screen.queryByText(NO_SALES)).toBeNull());
  expect(addressOf().get('contest')).toBe('c1');
});

test.each([
  ['in the middle of a year', '2026-11-20T03:00:00.000Z', ['2026-11-01', '2026-11-30'], ['2026-10-01', '2026-10-31']],
  // 1 January in Japan, still 31 December in UTC.
  ['at the first minute of a year in Japan', '2026-12-31T15:00:00.000Z', ['2027-01-01', '2027-01-31'], ['2026-12-01', '2026-12-31']],
] as const)('when it is %s, then one key press selects the current month or the last one', async (_case, now, current, last) => {
  fakeTime('Date');
  jest.setSystemTime(new Date(now));
  try {
    const page = openSales(SALES);
    await figure('合計金額（税込）');
    for (const [name, days] of [
      ['今月', current],
      ['先月', last],
    ] as const) {
      const button = screen.getByRole('button', { name });
      for (let presses = 0; presses < 40 && document.activeElement !== button; presses += 1) await page.user.tab();
      expect(button).toHaveFocus();
      await page.user.keyboard('{Enter}');
      await waitFor(() => expect(addressOf().get('from')).toBe(days[0]));
      expect([from(), to()].map((field) => (field as HTMLInputElement).value)).toEqual(days);
    }
  } finally {
    jest.useRealTimers();
  }
});

test('when the figures cannot be loaded, then an error is shown instead of them until a retry loads them', async () => {
  const page = openSales(SALES);
  await figure('合計金額（税込）');
  page.respond(SALES_API, networkFailure);
  await page.user.click(filterButton());
  expect(await screen.findByText(LOAD_ERROR)).toBeVisible();
  expect(screen.queryByText('合計金額（税込）')).toBeNull();
  await expectAccessible();
  page.respond(SALES_API, () => json(buildSalesSummary()));
  await page.user.click(screen.getByRole('button', { name: '再読み込み' }));
  expect(await figure('合計金額（税込）')).toHaveTextContent('¥10,000');
  expect(screen.queryByText(LOAD_ERROR)).toBeNull();
});

test('when the export fails, then an error is shown, and it was requested with the conditions', async () => {
  const EXPORT = 'GET /api/orders/sales/export';
  const page = openSales(`${SALES}&contest=c1&from=2026-04-01&to=2026-04-30`, { [EXPORT]: () => errorResponse('BadGateway') });
  await figure('合計金額（税込）');
  await page.user.click(screen.getByRole('button', { name: 'CSVで書き出す' }));
  expect(await screen.findByText('サービスに接続できませんでした。しばらくしてからもう一度お試しください。')).toBeVisible();
  expect(page.requests(EXPORT).map(({ search }) => search)).toEqual(['?contestId=c1&from=2026-04-01&to=2026-04-30']);
});
