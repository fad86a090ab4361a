import { describe, expect, test } from '@jest/globals';
import type { OrderData, PaymentAttempt } from '../../../lib/saved-data.ts';
import { currentAttempt, newAttempt } from './payment-attempt.ts';

const HOUR = 3_600_000;
const now = Date.parse('2026-11-20T09:00:00Z');
const order: OrderData = {
  contestId: 'c1',
  contestSlug: 'open',
  contestName: 'Open',
  items: [{ id: 'i1', category: '一般', athleteNumber: '12', athleteName: null, videoStyle: '縦動画', price: 5000 }],
};
const customer = { email: 'taro@example.jp', name: '山田 太郎', wantsAutoLogin: false };
const wanted = { order, customer };
const dearer: OrderData = { ...order, items: order.items.map((item) => ({ ...item, price: 6000 })) };

let keys = 0;
const newKey = () => {
  keys += 1;
  return `key-${keys}`;
};
const saved = (changes: Partial<PaymentAttempt> = {}): PaymentAttempt => ({
  ...newAttempt({ wanted, now, newKey: () => 'saved-key' }),
  orderNumber: '12345678',
  paymentIntentId: 'pi_1',
  ...changes,
});
const keyOf = (input: Partial<Parameters<typeof currentAttempt>[0]>) =>
  currentAttempt({ saved: saved(), wanted, now: now + 1000, newKey, ...input })?.idempotencyKey;

describe('currentAttempt', () => {
  test('when there is no attempt yet, a new one with a new key starts', () => {
    expect(currentAttempt({ saved: null, wanted, now, newKey: () => 'fresh' })).toEqual({
      idempotencyKey: 'fresh',
      fingerprint: expect.any(String),
      startedAt: now,
      stage: 'open',
      order,
      customer,
      orderNumber: null,
      paymentIntentId: null,
    });
  });

  test('when the page is opened again for the same order, the key stays', () => {
    expect(keyOf({})).toBe('saved-key');
  });

  test('when only the account option changed, it is the same payment with the new option', () => {
    const attempt = currentAttempt({ saved: saved(), wanted: { order, customer: { ...customer, wantsAutoLogin: true } }, now, newKey });
    expect(attempt).toMatchObject({ idempotencyKey: 'saved-key', customer: { wantsAutoLogin: true } });
  });

  test.each([
    ['another price', { order: dearer, customer }],
    ['another address', { order, customer: { ...customer, email: 'other@example.jp' } }],
    ['another name', { order, customer: { ...customer, name: '別人' } }],
  ])('when the order has %s, a new attempt starts', (_case, changed) => {
    expect(keyOf({ wanted: changed })).not.toBe('saved-key');
  });

  test('when an open attempt is almost a day old, a new one starts', () => {
    expect(keyOf({ now: now + 21 * HOUR })).not.toBe('saved-key');
  });

  test('when a card was sent, that attempt stays, whatever the order is now', () => {
    const submitted = saved({ stage: 'submitted' });
    expect(keyOf({ saved: submitted, wanted: { order: dearer, customer } })).toBe('saved-key');
    expect(keyOf({ saved: submitted, wanted: null })).toBe('saved-key');
    expect(keyOf({ saved: submitted, now: now + 21 * HOUR })).toBe('saved-key');
  });

  test('when a card was sent long ago, the server has settled the payment and the attempt is dropped', () => {
    expect(keyOf({ saved: saved({ stage: 'submitted' }), wanted: null, now: now + 27 * HOUR })).toBeUndefined();
  });

  test('when nothing is ordered, there is nothing to pay', () => {
    expect(currentAttempt({ saved: saved(), wanted: null, now, newKey })).toBeNull();
  });
});
