import { beforeEach, describe, expect, test } from '@jest/globals';
import { adminActed } from '@stagereel/contracts';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import { adminOf } from '../support/admin.ts';
import { itemOf } from '../support/catalog.ts';
import { startShop } from '../support/shop.ts';

let clock = new Date('2026-11-20T12:00:00+09:00');
const shop = useService(() => startShop({ now: () => clock }));
beforeEach(async () => {
  clock = new Date('2026-11-20T12:00:00+09:00');
  await shop.orders.deleteMany({});
});

const { claim, decline, deliverOrder } = adminOf(shop);
const fetchCsv = async (path: string) => {
  const cookie = await shop.identity.adminCookie();
  const response = await fetch(`${shop.webhookUrl.replace('/api/stripe/webhook', '')}/api/orders/${path}`, { headers: { cookie } });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, rows: bytes.toString('utf8').slice(1).split('\r\n') };
};
const BOM = [0xef, 0xbb, 0xbf];

const ORDER_COLUMNS =
  '注文番号,注文日時,支払日時,対応状況,支払状況,大会名,カテゴリ,ゼッケン番号,選手名,動画の向き,価格（税込・円）,返金額（円）,制作可否,メールアドレス,お名前,対応日時,ダウンロード日時';

describe('exporting orders', () => {
  test('when orders are exported, then every line is a row with exact bytes', async () => {
    const { number, email } = await shop.buy({ items: [itemOf('012'), itemOf('2', '横動画')] });
    clock = new Date('2026-11-21T09:05:00+09:00');
    await decline(number, '02');
    const pageId = await deliverOrder({ number });
    clock = new Date('2026-11-22T00:00:00+09:00');
    await claim(pageId, `${number}-01`);
    const { status, headers, bytes, rows } = await fetchCsv('export');
    expect(status).toBe(200);
    expect([...bytes.subarray(0, 3)]).toEqual(BOM);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="orders.csv"; filename*=UTF-8''${encodeURIComponent('注文一覧_2026-11-22.csv')}`,
    );
    expect(rows).toEqual([
      ORDER_COLUMNS,
      `${number}-01,2026-11-20 12:00,2026-11-20 12:00,納品済み,一部返金済み,関東オープン 2026,メンズフィジーク,012,選手012,縦動画,5000,0,,${email},山田 太郎,2026-11-21 09:05,2026-11-22 00:00`,
      `${number}-02,2026-11-20 12:00,2026-11-20 12:00,納品済み,一部返金済み,関東オープン 2026,メンズフィジーク,2,選手2,横動画,4500,4500,制作不可,${email},山田 太郎,2026-11-21 09:05,`,
      '',
    ]);
  });

  test('when texts look like formulas or contain quotes and line breaks, then a spreadsheet reads them as text', async () => {
    const { number } = await shop.buy();
    const names = ['=1+1', '+81 90', '-5', '@SUM(A1)', '\t=1', '\r=1', '＝1', '山田 "太郎", Jr.', 'a\nb'];
    for (const name of names) {
      await shop.orders.updateOne({ number }, { $set: { customerName: name, 'lines.0.athleteName': null } });
      const text = (await fetchCsv('export')).bytes.toString('utf8');
      const isHarmless = /^[山a]/.test(name);
      const cell = isHarmless ? name : `'${name}`;
      const quoted = /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
      expect(text).toContain(`@example.jp,${quoted},`);
      if (!isHarmless) expect(text).not.toContain(`,${name},`);
    }
  });

  test('when days and a contest are given, then only their lines are exported, by the day of the order in Japan', async () => {
    const numbers: string[] = [];
    for (const time of [
      '2026-11-19T23:59:59+09:00',
      '2026-11-20T00:00:00+09:00',
      '2026-11-20T23:59:59+09:00',
      '2026-11-21T00:00:00+09:00',
    ]) {
      clock = new Date(time);
      numbers.push((await shop.buy({ items: [itemOf('1'), itemOf('2')] })).number);
    }
    await shop.orders.updateOne({ number: numbers[1]! }, { $set: { 'lines.0.contestId': 'contest-2' } });
    const linesOf = async (query: string) => (await fetchCsv(`export${query}`)).rows.slice(1, -1).map((row) => row.split(',')[0]);
    expect(await linesOf('?from=2026-11-20&to=2026-11-20')).toEqual([
      `${numbers[1]}-01`,
      `${numbers[1]}-02`,
      `${numbers[2]}-01`,
      `${numbers[2]}-02`,
    ]);
    expect(await linesOf('?contestId=contest-2')).toEqual([`${numbers[1]}-01`]);
    expect(await linesOf('?from=2026-11-21')).toHaveLength(2);
    expect(await linesOf('?to=2026-11-18')).toEqual([]);
  });
});

describe('the audit log of exports', () => {
  /** The audit entries about exports with this contest as filter. */
  const auditEntriesOf = (contestId: string) =>
    shop.probe
      .ofType('admin.acted')
      .map(({ data }) => adminActed.schema.parse(data))
      .filter(({ target, after }) => target.type === 'export' && after?.['contestId'] === contestId);
  const waitUntilAllPublished = () =>
    waitUntil(async () => (await shop.exports.countDocuments()) === 0, { what: 'all audit events to be published' });

  test('when tables are exported, then there is one audit entry for each, with admin, table and filter', async () => {
    expect((await fetchCsv('export?from=2026-11-20&contestId=exported')).status).toBe(200);
    expect((await fetchCsv('sales/export?to=2026-11-21&contestId=exported')).status).toBe(200);
    await waitUntil(() => auditEntriesOf('exported').length >= 2, { what: 'two audit entries' });
    await waitUntilAllPublished();
    const byAdmin = { adminEmail: expect.stringContaining('@'), ip: '127.0.0.1', before: null };
    expect(auditEntriesOf('exported').sort((one, other) => one.action.localeCompare(other.action))).toEqual([
      expect.objectContaining({
        ...byAdmin,
        action: 'orders.exported',
        target: { type: 'export', id: 'orders', label: '注文一覧' },
        after: { from: '2026-11-20', to: null, contestId: 'exported' },
      }),
      expect.objectContaining({
        ...byAdmin,
        action: 'sales.exported',
        target: { type: 'export', id: 'sales', label: '売上統計' },
        after: { from: null, to: '2026-11-21', contestId: 'exported' },
      }),
    ]);
  });

  test('when the filter is invalid or nobody is signed in, then nothing is exported or logged', async () => {
    expect((await fetchCsv('export?from=yesterday&contestId=refused')).status).toBe(400);
    expect((await shop.call({ path: '/api/orders/export?contestId=refused' })).status).toBe(401);
    expect((await fetchCsv('export?contestId=later')).status).toBe(200);
    await waitUntil(() => auditEntriesOf('later').length === 1, { what: 'the audit entry of a later export' });
    expect(auditEntriesOf('refused')).toEqual([]);
  });
});

describe('exporting sales', () => {
  test('when sales are exported, then every day and contest is a row with its remaining sum', async () => {
    const { number } = await shop.buy({ items: [itemOf('1'), itemOf('2', '横動画')] });
    await decline(number, '02');
    clock = new Date('2026-11-21T12:00:00+09:00');
    await shop.buy();
    const { bytes, headers, rows } = await fetchCsv('sales/export');
    expect([...bytes.subarray(0, 3)]).toEqual(BOM);
    expect(headers.get('content-disposition')).toContain(encodeURIComponent('売上統計_2026-11-21.csv'));
    expect(rows).toEqual([
      '売上日,大会名,動画数,売上（税込・円）,返金額（円）,差引（円）',
      '2026-11-20,関東オープン 2026,2,9500,4500,5000',
      '2026-11-21,関東オープン 2026,1,5000,0,5000',
      '',
    ]);
    expect((await fetchCsv('sales/export?from=2026-11-21')).rows).toHaveLength(3);
  });

  test('when nothing was sold, then there is only the header row', async () => {
    expect((await fetchCsv('sales/export')).rows).toHaveLength(2);
    expect((await fetchCsv('export')).rows).toEqual([ORDER_COLUMNS, '']);
  });
});
