import { expect, test } from '@jest/globals';
import { waitUntil } from '@stagereel/service-kit/testing';
import { mailFacts } from '../src/domain/mail-facts.ts';
import { orderConfirmationMail } from '../src/mails/index.ts';
import { openMailRecords } from '../src/models/mail-records.ts';
import { paidEvent } from './support/events.ts';
import { scriptedSurroundings } from './support/scripted-notify.ts';

const { around, smtp } = scriptedSurroundings();

type OrderPaid = ReturnType<typeof paidEvent>;
const factsOf = (event: OrderPaid) => mailFacts({ mail: orderConfirmationMail, event, domain: 'stagereel.example' });
const arrivals = ({ data: { email } }: OrderPaid) => smtp().received.filter(({ to }) => to === email);

/** Leaves behind what a process leaves that takes a mail up and dies. */
const claimAndDie = async (event: OrderPaid, leaseMs: number): Promise<void> => {
  const { records } = await openMailRecords({ connection: around().connection, onEvents: () => undefined });
  const claim = await records.claim({ facts: factsOf(event), now: new Date(), leaseMs });
  expect(claim).toMatchObject({ state: 'claimed', isTakeover: false });
};

test('when a process dies with a mail in hand, another waits for its lease, spends no attempt on that, and sends it', async () => {
  const LEASE_MS = 700;
  const event = paidEvent();
  const diedAt = performance.now();
  await claimAndDie(event, LEASE_MS);
  // Far fewer retries than looks at the lease: were those counted, the mail would be dead before.
  const notify = await around().start({ SMTP_URL: smtp().url, EVENT_RETRY_SECONDS: '0.05' });
  await around().probe.publish(event);
  await around().sentFor(event);

  const [arrival, ...others] = arrivals(event);
  expect(others).toEqual([]);
  expect(arrival!.at - diedAt).toBeGreaterThanOrEqual(LEASE_MS);
  expect(await around().probe.deadLetters('notify.mails')).toBe(0);
  expect(await notify.metric('mail_repeat_possible_total{cause="takeover"')).toBe(1);
  expect(await around().mailOf(event)).toMatchObject({ state: 'sent', attempts: 2 });
});

test('when a process dies between the server’s 250 and the mark, the repeat has the same Message-ID', async () => {
  const event = paidEvent();
  await around().start({ SMTP_URL: smtp().url });
  await around().probe.publish(event);
  await around().sentFor(event);
  // As it would stand had the mark never been written.
  await around().mails.updateOne({ causedBy: event.id }, { $set: { state: 'sending', claimedUntil: new Date(0) }, $unset: { sentAt: '' } });
  await around().probe.publish(event);
  await waitUntil(async () => (await around().mailOf(event))?.state === 'sent');
  const ids = arrivals(event).map(({ messageId }) => messageId);
  expect(ids).toEqual([factsOf(event).messageId, factsOf(event).messageId]);
});

test('when a slow process finishes after its lease was taken over, the mail counts as sent and mail.sent is told once', async () => {
  const event = paidEvent();
  const { records } = await openMailRecords({ connection: around().connection, onEvents: () => undefined });
  const slow = await records.claim({ facts: factsOf(event), now: new Date(), leaseMs: 0 });
  const quick = await records.claim({ facts: factsOf(event), now: new Date(Date.now() + 1), leaseMs: 60_000 });
  if (slow.state !== 'claimed' || quick.state !== 'claimed') throw new Error('both should have claimed');
  const mark = (id: string) => records.markSent({ id, sentAt: new Date(), event: { ...event, type: 'mail.sent' } });
  expect(await mark(slow.id)).toBe(true);
  expect(await mark(quick.id)).toBe(false);
  expect(await records.markFailed({ held: quick, reason: 'late', failedAt: new Date(), event })).toBe(false);
  expect(await around().mailOf(event)).toMatchObject({ state: 'sent', outbox: [{ type: 'mail.sent' }] });
  expect(await records.claim({ facts: factsOf(event), now: new Date(), leaseMs: 1 })).toEqual({ state: 'sent' });
});

test('when two replicas get the same events again and again, every mail goes out once', async () => {
  const ORDERS = 40;
  smtp().play({ message: () => new Promise((resolve) => setTimeout(resolve, 5, '250 ok')) });
  await Promise.all([around().start({ SMTP_URL: smtp().url }), around().start({ SMTP_URL: smtp().url })]);
  const events = Array.from({ length: ORDERS }, () => paidEvent());
  await Promise.all([...events, ...events, ...events].map((event) => around().probe.publish(event)));
  await Promise.all(events.map((event) => around().sentFor(event)));
  await waitUntil(async () => (await around().probe.waiting('notify.mails')) === 0);
  await around().stopServices();
  expect(events.map((event) => arrivals(event).length)).toEqual(events.map(() => 1));
});

test('when 30 claim one mail at once, one gets it', async () => {
  const { records } = await openMailRecords({ connection: around().connection, onEvents: () => undefined });
  const facts = factsOf(paidEvent());
  const claims = await Promise.all(Array.from({ length: 30 }, () => records.claim({ facts, now: new Date(), leaseMs: 60_000 })));
  expect(claims.filter(({ state }) => state === 'claimed')).toHaveLength(1);
  expect(claims.filter(({ state }) => state === 'held')).toHaveLength(29);
});

test('when 30 take one lapsed lease over at once, one gets it', async () => {
  const { records } = await openMailRecords({ connection: around().connection, onEvents: () => undefined });
  const facts = factsOf(paidEvent());
  await records.claim({ facts, now: new Date(0), leaseMs: 1 });
  const claims = await Promise.all(Array.from({ length: 30 }, () => records.claim({ facts, now: new Date(), leaseMs: 60_000 })));
  expect(claims.filter((claim) => claim.state === 'claimed' && claim.isTakeover)).toHaveLength(1);
});

test('when the keeping time of 90 days is over, the record goes, and not before', async () => {
  const { records } = await openMailRecords({ connection: around().connection, onEvents: () => undefined });
  const event = paidEvent();
  const start = new Date('2026-01-01T00:00:00Z');
  const after = (days: number) => new Date(start.getTime() + days * 86_400_000);
  await records.claim({ facts: factsOf(event), now: start, leaseMs: 1 });
  await records.removeOld(after(89.9));
  expect(await around().mailOf(event)).not.toBeNull();
  await records.removeOld(after(90));
  expect(await around().mailOf(event)).toBeNull();
});

test('when the service stops with a mail in hand, the mail is finished first', async () => {
  let answer: (line: string) => void = () => undefined;
  smtp().play({
    message: () =>
      new Promise<string>((resolve) => {
        answer = resolve;
      }),
  });
  await around().start({ SMTP_URL: smtp().url });
  const event = paidEvent();
  await around().probe.publish(event);
  await waitUntil(() => arrivals(event).length === 1);
  const stopped = around().stopServices();
  answer('250 ok');
  await stopped;
  expect(await around().mailOf(event)).toMatchObject({ state: 'sent', attempts: 1 });
  expect(await around().probe.waiting('notify.mails')).toBe(0);
});
