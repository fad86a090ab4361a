import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { OrdersDeps } from '../deps.ts';
import { awaitMail } from './await-mail.ts';
import { createMailNotices } from './mail-notices.ts';
import type { MailOutcome } from './order.ts';

const MAIL_WAIT_MS = 5000;
const sent = { causedBy: 'event', state: 'sent' } as MailOutcome;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Waits for the mail, which another replica records after the time, and returns when this one read the order. */
const wait = ({ recordedAfterMs }: { recordedAfterMs: number }) => {
  const start = Date.now();
  const readsAt: number[] = [];
  const deps = {
    mailNotices: createMailNotices(),
    mailWaitMs: MAIL_WAIT_MS,
    orders: {
      findById: async () => {
        readsAt.push(Date.now() - start);
        return { mails: Date.now() - start >= recordedAfterMs ? [sent] : [] };
      },
    },
  } as unknown as OrdersDeps;
  return { deps, readsAt, isSent: awaitMail(deps, { orderId: 'order', causedBy: 'event', mails: [] }) };
};

test('when another replica records the mail soon, then it is found within a quarter of a second', async () => {
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

test('when this replica records the mail during a long pause, then it is known at once, without reading', async () => {
  const { deps, readsAt, isSent } = wait({ recordedAfterMs: Number.POSITIVE_INFINITY });
  await jest.advanceTimersByTimeAsync(2000);
  deps.mailNotices.notify({ causedBy: 'event', isSent: true });
  expect(await isSent).toBe(true);
  expect(readsAt).toEqual([250, 750, 1750]);
});
