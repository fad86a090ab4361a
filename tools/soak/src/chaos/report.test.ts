import { describe, expect, test } from '@jest/globals';
import { type Books, compareBooks } from './accounts.ts';
import { chaosReport } from './report.ts';
import type { ChaosFigures } from './run-chaos.ts';

const PLAN = { seed: 'one', orders: 1, kills: 0, faultSeconds: 1, cutSeconds: 1 };

type Line = Books['lines'][number];
type Mail = NonNullable<ReturnType<Books['confirmations']['get']>>[number];

const line = (orderNumber: string): Line => ({ orderNumber }) as Line;
const mail = ({ id, to = 'buyer-1@example.jp' }: { id: string; to?: string }): Mail =>
  ({ to: [{ address: to }], headers: { 'message-id': id } }) as unknown as Mail;
const payment = (order: string, status = 'succeeded') => ({ id: `pi_${order}`, status, metadata: { order_number: order } });

/** One customer who paid for order 11111111, with its order and its mail. */
const books = (changes: Partial<Books> = {}): Books => ({
  purchases: [{ email: 'buyer-1@example.jp', orderNumber: '11111111', isCharged: true, isConfirmed: true, retries: 0, seconds: 1 }],
  payments: [payment('11111111')],
  lines: [line('11111111-01')],
  confirmations: new Map([['11111111', [mail({ id: 'a' }), mail({ id: 'a' })]]]),
  ...changes,
});

const figures = (changes: Partial<ChaosFigures> = {}): ChaosFigures => ({
  faults: [{ server: 'redis', kind: 'cut', seconds: 1, recoveryMs: 900, killed: [], admin: { requests: 2, accepted: 0 } }],
  purchases: [...books().purchases],
  disagreements: compareBooks(books()),
  payments: 1,
  repeatedMails: 0,
  lastMailSeconds: 1,
  seconds: 10,
  ...changes,
});

describe('the report on purchases under faults', () => {
  test('when everything agrees, then every promise is kept', () => {
    expect(chaosReport({ plan: PLAN, figures: figures() })).toMatchObject({ isKept: true });
  });

  test.each<[string, Partial<Books>]>([
    ['lost', { lines: [] }],
    ['unpaid', { payments: [payment('11111111', 'canceled')] }],
    ['doubled', { payments: [payment('11111111'), payment('11111111')] }],
    ['doubled', { lines: [line('11111111-01'), line('11111111-02')] }],
    ['withoutMail', { confirmations: new Map() }],
    ['mailedTwice', { confirmations: new Map([['11111111', [mail({ id: 'a' }), mail({ id: 'b' })]]]) }],
    ['misdirected', { confirmations: new Map([['11111111', [mail({ id: 'a', to: 'other@example.jp' })]]]) }],
  ])('when an order is %s, then it is named and the promise is broken', (kind, changes) => {
    const disagreements = compareBooks(books(changes));
    expect(disagreements).toMatchObject({ [kind]: ['11111111'] });
    const { text, isKept } = chaosReport({ plan: PLAN, figures: figures({ disagreements }) });
    expect(isKept).toBe(false);
    expect(text).toMatch(/\*\*broken\*\*: .*\(11111111\)/);
  });

  test.each<[string, Partial<ChaosFigures>]>([
    ['the shop is not healthy in time', { faults: [{ ...figures().faults[0], recoveryMs: undefined } as ChaosFigures['faults'][number]] }],
    [
      'an admin gets in without Redis',
      { faults: [{ ...figures().faults[0], admin: { requests: 2, accepted: 1 } } as ChaosFigures['faults'][number]] },
    ],
    ['no admin was tried', { faults: [] }],
    ['a customer gave up', { purchases: [{ ...books().purchases[0], isCharged: false } as ChaosFigures['purchases'][number]] }],
  ])('when %s, then the promise is broken', (_case, changes) => {
    expect(chaosReport({ plan: PLAN, figures: figures(changes) }).isKept).toBe(false);
  });
});
