import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { AdminLine } from '@stagereel/contracts';
import { itemOf } from './support/catalog.ts';
import { deskOf } from './support/desk.ts';
import { type Shop, startShop } from './support/shop.ts';

const ORDERS = 3333;
const LINES = 3;

let shop: Shop;
let admin: string;
beforeAll(async () => {
  shop = await startShop({ nodeEnv: 'production' });
  admin = await shop.identity.adminCookie();
});
afterAll(() => shop.stop());

/** A year of a busy shop: copies of an order that was really bought and delivered. */
const fillShop = async (): Promise<void> => {
  const { number } = await shop.buy({ items: Array.from({ length: LINES }, (_, index) => itemOf(`${index + 1}`)) });
  await deskOf(() => shop).delivered({ number, lines: LINES });
  const { _id, download, payment, request, ...order } = await shop.until(number, () => true);
  const copies = Array.from({ length: ORDERS }, (_, index) => {
    const copied = String(10_000_000 + index);
    return {
      ...order,
      _id: `${_id}-${index}`,
      number: copied,
      request: { ...request, key: `${request.key}-${index}` },
      createdAt: new Date(order.createdAt.getTime() - index * 60_000),
      changedAt: new Date(Date.now() - 86_400_000 - index * 60_000),
      payment: { ...payment, intentId: `${payment.intentId}-${index}` },
      download: { ...download!, pageId: `${download!.pageId}-${index}` },
      lines: order.lines.map((line, position) => ({ ...line, number: `${copied}-0${position + 1}` })),
    };
  });
  await shop.orders.insertMany(copies);
};

const timed = async (headers: Record<string, string>) => {
  const started = performance.now();
  const answer = await shop.call({ path: '/api/orders', cookie: admin, headers });
  return { answer, ms: performance.now() - started };
};
const median = (values: number[]): number => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)]!;
const medianOf = async (rounds: number, ask: () => Promise<{ ms: number }>): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push((await ask()).ms);
  return median(times);
};

test('when there are ten thousand lines, then looking again costs a fraction of reading them, also right after a change', async () => {
  await fillShop();
  const first = await timed({});
  const lines = first.answer.body as unknown as AdminLine[];
  expect(lines).toHaveLength((ORDERS + 1) * LINES);
  const etag = String(first.answer.headers.get('etag'));

  const unchanged = await medianOf(9, async () => {
    const asked = await timed({ 'if-none-match': etag });
    expect(asked.answer.status).toBe(304);
    return asked;
  });
  const whole = await medianOf(5, () => timed({}));
  const afterChanges: number[] = [];
  for (let change = 0; change < 3; change += 1) {
    const { number } = await shop.buy();
    const { answer, ms } = await timed({ 'if-none-match': etag });
    expect(answer.status).toBe(200);
    expect((answer.body as unknown as AdminLine[])[0]!.id).toBe(`${number}-01`);
    afterChanges.push(ms);
  }
  // The quickest: what a busy machine does in between is none of its time.
  const afterChange = Math.min(...afterChanges);

  const ratio = (ms: number): string => (first.ms / ms).toFixed(1);
  process.stdout.write(
    `${lines.length} lines: first ${first.ms.toFixed(0)} ms; unchanged (304) ${unchanged.toFixed(1)} ms, ${ratio(unchanged)} times faster; ` +
      `whole from the cache ${whole.toFixed(0)} ms, ${ratio(whole)} times; with one order changed ${afterChange.toFixed(0)} ms, ${ratio(afterChange)} times\n`,
  );
  expect(unchanged * 5).toBeLessThan(first.ms);
  expect(afterChange).toBeLessThan(first.ms);
}, 300_000);
