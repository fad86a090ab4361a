import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { OrdersDeps } from '../deps.ts';
import { awaitMail } from './await-mail.ts';
import type { MailOutcome } from './order.ts';

const MAIL_WAIT_MS = 5000;
const sent = { causedBy: 'event', state: 'sent' } as MailOutcome;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Waits for the mail, which is recorded after the time, and returns when the order was read. */
const wait = ({ recordedAfterMs }: { recordedAfterMs: number }) => {
  const start = Date.now();
  const readsAt: number[] = [];
  const deps = {
    mailWaitMs: MAIL_WAIT_MS,
    orders: {
      findById: async () => {
        readsAt.push(Date.now() - start);
        return { mails: Date.now() - start >= recordedAfterMs ? [sent] : [] };
      },
    },
  } as unknown as OrdersDeps;
  return { readsAt, isSent: awaitMail(deps, { orderId: 'order', causedBy: 'event', mails: [] }) };
};

test('when the mail is recorded soon, then it is found within a quarter of a second', async () => {
  const { readsAt, isSent } = wait({ recordedAfterMs: 100 });
  await jest.advanceTimersByTimeAsync(250);
  expect(await isSent).toBe(true);
  expect(readsAt).toEqual([250]);
});

test('when the mail is late, then the order is read less and less often, and last when the time is over', async () => {
  const { readsAt, isSent } = wait({ recordedAfterMs: Number.POSITIVE_INFINITY });
  await jest.advanceTimersByTimeAsync(MAIL_WAIT_MS);
  expect(await isSent).toBe(false);
  expect(readsAt).toEqual([250, 750, 1750, 2750, 3750, 4750, 5000]);
});
