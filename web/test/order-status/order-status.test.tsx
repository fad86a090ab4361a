import { expect, test } from '@jest/globals';
import type { OrderStatusPage } from '@stagereel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { savedData } from '../../src/lib/saved-data.ts';
import { buildOrderStatus, buildStatusLine, buildStatusOf } from '../../src/testing/build-order-status.ts';
import { holdBack } from '../../src/testing/hold-back.ts';
import { errorResponse, expectAccessible, json, networkFailure, openPage } from '../../src/testing/open-page.tsx';

const TOKEN = 'Zk3vQ9t1nK0bXw7LrYp5sHd2mJf8cGa4eUi6oTkRlNx';
const PATH = `/order-status/${TOKEN}`;
const STATUS = `GET /api/order-status/${TOKEN}`;

const openStatus = (page: OrderStatusPage) => openPage(PATH, { [STATUS]: () => json(page) });
const heading = (name: string) => screen.findByRole('heading', { level: 2, name });
const main = () => within(screen.getByRole('main'));
/** The timeline as `label detail`, with the states that a screen reader reads. */
const timeline = () =>
  within(screen.getByRole('list', { name: 'ご注文の進み具合' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('when the videos are in production, then the page shows the order, its timeline with the promised days, and no personal data (customer 2.55)', async () => {
  openStatus(buildOrderStatus());
  expect(await heading('動画を制作しています')).toBeVisible();
  expect(document.title).toContain('ご注文の状況');
  expect(screen.getByText('12345678')).toBeVisible();
  expect(timeline()).toEqual([
    '注文（完了）2026年11月20日(金) 18:00',
    '制作（進行中）制作しています',
    '納品（これから）11月25日(水)〜26日(木)の予定',
  ]);
  expect(screen.getAllByRole('listitem', { current: 'step' })).toHaveLength(1);
  const lines = main().getAllByText('納品待ち');
  expect(lines).toHaveLength(2);
  expect(screen.getByText('春の大会')).toBeVisible();
  expect(screen.getByText('佐藤 美咲')).toBeVisible();
  expect(screen.getByText('この画面は自動で更新されます。')).toBeVisible();
  expect(main().getAllByText(/¥/).at(-1)).toHaveTextContent('¥8,500（税込）');
  await expectAccessible();
});

test('when the promised day is over, then the page says so openly, apologises and links to the contact page', async () => {
  openStatus(buildOrderStatus({ isLate: true }));
  expect(await heading('お届けが遅れています')).toBeVisible();
  expect(screen.getByText(/お届け予定日（2026年11月26日\(木\)）を過ぎており、お待たせして誠に申し訳ございません。/)).toBeVisible();
  expect(timeline().at(-1)).toBe('納品（これから）11月26日(木)の予定でした');
  expect(main().getByRole('link', { name: 'お問い合わせ' })).toHaveAttribute('href', '/contact');
  await expectAccessible();
});

test('when the promised days are in two months, then both months are named', async () => {
  openStatus(buildOrderStatus({ promisedFrom: '2026-12-28T03:00:00.000Z', promisedBy: '2027-01-04T03:00:00.000Z' }));
  await heading('動画を制作しています');
  expect(timeline().at(-1)).toBe('納品（これから）12月28日(月)〜1月4日(月)の予定');
});

test('when it is delivered, then the page says when and how long, gives no video, and offers the mail again (customer 2.55)', async () => {
  savedData.write('completedOrder', { orderNumber: '99999999', email: 'hanako@example.jp', name: '山田 花子', accountPending: false });
  const delivery = { deliveredAt: '2026-11-24T03:00:00.000Z', downloadableUntil: '2099-12-24T03:00:00.000Z' };
  const { user } = openStatus(buildStatusOf({ state: 'delivered' }, delivery));
  expect(await heading('動画を納品しました')).toBeVisible();
  expect(timeline()).toEqual(['注文（完了）2026年11月20日(金) 18:00', '制作（完了）完了しました', '納品（完了）2026年11月24日(火) 12:00']);
  expect(screen.getByText(/ダウンロードの期限は2099年12月24日\(木\) 12:00です。/)).toBeVisible();
  expect(main().getAllByText('納品済み')).toHaveLength(2);
  expect(screen.queryByText('この画面は自動で更新されます。')).toBeNull();
  for (const link of screen.getAllByRole('link')) expect(link.getAttribute('href')).not.toMatch(/download/);
  await expectAccessible();
  await user.click(main().getByRole('link', { name: 'ダウンロードのご案内メールを再送する' }));
  expect(await screen.findByRole('textbox', { name: /注文番号/ })).toHaveValue('12345678');
});

test('when the download page has expired, then the page says so and leads to the contact page', async () => {
  const delivery = { deliveredAt: '2020-11-24T03:00:00.000Z', downloadableUntil: '2020-12-24T03:00:00.000Z' };
  openStatus(buildStatusOf({ state: 'delivered' }, delivery));
  expect(await screen.findByText(/ダウンロードの期限（2020年12月24日\(木\) 12:00）を過ぎました。/)).toBeVisible();
  expect(main().getByRole('link', { name: 'お問い合わせ' })).toHaveAttribute('href', '/contact');
});

const partlyDelivered = (changes: Partial<OrderStatusPage> = {}) =>
  buildOrderStatus({
    lines: [buildStatusLine({ state: 'delivered' }), buildStatusLine({ id: '12345678-02', athleteNumber: '034' })],
    deliveredAt: '2026-11-24T03:00:00.000Z',
    downloadableUntil: '2099-12-24T03:00:00.000Z',
    ...changes,
  });

test.each<[string, OrderStatusPage, string, RegExp, string[]]>([
  [
    'partly delivered',
    partlyDelivered(),
    '一部の動画を納品しました',
    /期限は2099年12月24日\(木\) 12:00です。残りの動画は、準備ができしだいメールでお届けします。/,
    ['注文', '制作（進行中）残りを制作しています', '納品（これから）2本のうち1本を納品しました'],
  ],
  [
    'partly delivered and late',
    partlyDelivered({ isLate: true }),
    '一部の動画を納品しました',
    /残りの動画は、お届け予定日（2026年11月26日\(木\)）を過ぎており、お待たせして誠に申し訳ございません。/,
    ['注文', '制作（進行中）', '納品（これから）'],
  ],
  [
    'recalled',
    buildOrderStatus({ isRecalled: true }),
    '動画を準備し直しています',
    /納品をいったん取り消しました/,
    ['注文', '制作（進行中）準備し直しています', '納品（これから）'],
  ],
  [
    'refunded',
    buildStatusOf({ state: 'refunded', isRefunded: true }, { refundedAmount: 8500 }),
    'ご注文は返金済みです',
    /代金の¥8,500（税込）は、お支払いに使われたカードへ返金しました/,
    ['注文', 'ご返金（完了）'],
  ],
  [
    'charged back',
    buildStatusOf({ state: 'refunded', isRefunded: true }),
    'ご注文は返金済みです',
    /代金は返金されています/,
    ['注文', 'ご返金（完了）'],
  ],
  [
    'declined and refunded',
    buildStatusOf({ state: 'declined', isRefunded: true }, { refundedAmount: 8500 }),
    '動画をお届けできません',
    /制作できませんでした。誠に申し訳ございません。代金の¥8,500（税込）は/,
    ['注文', '制作（中止）', 'ご返金（完了）'],
  ],
  [
    'declined and not yet refunded',
    buildStatusOf({ state: 'declined' }),
    '動画をお届けできません',
    /ご返金については、ご注文時のメールアドレスへご案内します/,
    ['注文', '制作（中止）', 'ご返金（これから）'],
  ],
  [
    'closed',
    buildStatusOf({ state: 'closed' }),
    'ご注文の対応が完了しました',
    /当店での対応が完了しています/,
    ['注文', '対応完了（完了）'],
  ],
])('when the order is %s, then the page says what that means', async (_case, page, title, text, steps) => {
  openStatus(page);
  expect(await heading(title)).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
  const shown = timeline();
  expect(shown).toHaveLength(steps.length);
  steps.forEach((step, index) => void expect(shown[index]).toContain(step));
  await expectAccessible();
});

test('when one of several videos is declined, then the others go on, and the page explains the refund', async () => {
  const lines = [buildStatusLine(), buildStatusLine({ id: '12345678-02', contestName: '秋の大会', state: 'declined', isRefunded: true })];
  openStatus(buildOrderStatus({ lines, refundedAmount: 5000 }));
  expect(await heading('動画を制作しています')).toBeVisible();
  expect(screen.getByText('制作不可（返金済み）')).toBeVisible();
  expect(screen.getByText('ご返金：¥5,000（税込）')).toBeVisible();
  expect(screen.getByText(/「制作不可」の動画はお届けできません。/)).toBeVisible();
  expect(screen.getByText('春の大会、秋の大会')).toBeVisible();
  expect(screen.getByText('秋の大会')).toBeVisible();
});

test.each([
  ['unknown', 'OrderNotFound'],
  ['cut off', 'ValidationFailed'],
] as const)('when the address is %s, then the page leads to the order lookup and does not ask again', async (_case, code) => {
  const { user, requests } = openPage(PATH, { [STATUS]: () => errorResponse(code) });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('ご注文が見つかりませんでした。');
  expect(screen.queryByRole('button', { name: '再試行' })).toBeNull();
  expect(requests(STATUS)).toHaveLength(1);
  await expectAccessible();
  await user.click(within(alert).getByRole('link', { name: 'ご注文の照会' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'ご注文の照会' })).toBeVisible();
});

test('when the shop does not respond, then the page waits, says what to do, and retry shows the order', async () => {
  const held = holdBack(networkFailure);
  const { user, respond } = openPage(PATH, { [STATUS]: held.responder });
  await waitFor(() => expect(screen.getByText('読み込み中...')).toBeVisible());
  held.release();
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'サーバーに接続できませんでした。通信環境を確認して、もう一度お試しください。',
  );
  await expectAccessible();
  respond(STATUS, () => json(buildOrderStatus()));
  await user.click(screen.getByRole('button', { name: '再試行' }));
  expect(await heading('動画を制作しています')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

const delivery = { deliveredAt: '2026-11-24T03:00:00.000Z', downloadableUntil: '2099-12-24T03:00:00.000Z' };
const buildDelivered = (feedback: OrderStatusPage['feedback']) => buildStatusOf({ state: 'delivered' }, { ...delivery, feedback });
const noReport = { receivedAt: null, videos: 'digest', problem: null };
const asShop = { 'GET /api/shop': () => json({ seller: { email: 'help@stagereel.example' }, isExample: false }) };
const [RECEIVED, PROBLEMS] = [`POST /api/order-status/${TOKEN}/received`, `POST /api/order-status/${TOKEN}/problems`];

test('when the customer confirms the delivery, then a POST says which one, and a problem can still be reported', async () => {
  const { user, requests } = openPage(PATH, {
    [STATUS]: () => json(buildDelivered(noReport)),
    [RECEIVED]: () => json(buildDelivered({ ...noReport, receivedAt: '2026-11-24T05:00:00.000Z' })),
  });
  await user.click(await screen.findByRole('button', { name: '届きました' }));
  expect(await screen.findByText('お受け取りのご連絡をいただきました')).toBeVisible();
  expect(screen.getByText(/2026年11月24日\(火\) 14:00に受け付けました/)).toBeVisible();
  expect(requests(RECEIVED).map(({ body }) => body)).toEqual([{ deliveredAt: delivery.deliveredAt, videos: noReport.videos }]);
  expect(screen.queryByRole('button', { name: '届きました' })).toBeNull();
  await waitFor(() => expect(screen.getByText('お受け取りのご連絡をいただきました').closest('[role=status]')).toHaveFocus());
  expect(screen.getByRole('button', { name: '問題があります' })).toBeVisible();
  await expectAccessible();
});

test('when a problem cannot be sent, then its text stays, and the next attempt has the same key', async () => {
  const { user, requests, respond } = openPage(PATH, {
    ...asShop,
    [STATUS]: () => json(buildDelivered(noReport)),
    [PROBLEMS]: networkFailure,
  });
  await user.click(await screen.findByRole('button', { name: '問題があります' }));
  await user.click(screen.getByRole('button', { name: '送信する' }));
  expect(screen.getByText('問題の内容を入力してください。')).toBeVisible();
  const field = screen.getByRole('textbox', { name: /どのような問題ですか/ });
  expect(field).toHaveFocus();
  expect(await screen.findByRole('link', { name: 'help@stagereel.example' })).toHaveAttribute('href', expect.stringContaining('12345678'));
  await expectAccessible();
  await user.type(field, '横動画が止まります');
  await user.click(screen.getByRole('button', { name: '送信する' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('サーバーに接続できませんでした');
  expect(field).toHaveValue('横動画が止まります');

  respond(PROBLEMS, () => json(buildDelivered({ ...noReport, problem: { reportedAt: '2026-11-24T06:00:00.000Z', isClosed: false } })));
  await user.click(screen.getByRole('button', { name: '送信する' }));
  expect(await screen.findByText('問題のご連絡を受け付けました')).toBeVisible();
  const sent = requests(PROBLEMS).map(({ body }) => body as { key: string; text: string });
  expect(sent.map(({ text }) => text)).toEqual(['横動画が止まります', '横動画が止まります']);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByRole('button', { name: '届きました' })).toBeVisible();
});

test('when the shop has closed the problem, then the page says so; when it does not ask, then there are no buttons', async () => {
  const { respond } = openStatus(buildDelivered({ ...noReport, problem: { reportedAt: '2026-11-24T06:00:00.000Z', isClosed: true } }));
  expect(await screen.findByText('ご連絡いただいた件の対応が終わりました')).toBeVisible();
  expect(screen.getByRole('button', { name: 'ほかにも問題があります' })).toBeVisible();
  respond(STATUS, () => json(buildDelivered(null)));
  window.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'お受け取りの確認' })).toBeNull());
});
