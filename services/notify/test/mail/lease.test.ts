import { expect, test } from '@jest/globals';
import { expiriesIn, waitUntil } from '@stagereel/service-kit/testing';
import { mailRecordOf } from '../../src/domain/mail/mail-record.ts';
import { orderConfirmationMail } from '../../src/mails/index.ts';
import { openStores } from '../../src/models/open-stores.ts';
import { paidEvent } from '../support/events.ts';
import { createScriptedEnvironment } from '../support/scripted-notify.ts';

const { environment, smtp } = createScriptedEnvironment();

type OrderPaid = ReturnType<typeof paidEvent>;
const recordOf = (event: OrderPaid) => mailRecordOf({ mail: orderConfirmationMail, event, messageIdDomain: 'stagereel.example' });
const openMails = async () => (await openStores({ connection: environment().connection, onEvents: () => undefined })).mails;
const arrivals = ({ data: { email } }: OrderPaid) => smtp().received.filter(({ to }) => to === email);

/** Claims a mail as a process that crashes before it sends the mail. */
const claimAndCrash = async (event: OrderPaid, leaseMs: number): Promise<void> => {
  const mails = await openMails();
  const claim = await mails.claim({ record: recordOf(event), now: new Date(), leaseMs });
  expect(claim).toMatchObject({ state: 'claimed', isTakeover: false });
};

test('when a process crashes with a leased mail, then another waits for the end of the lease without using up attempts, and sends it', async () => {
  const LEASE_MS = 700;
  const event = paidEvent();
  const crashedAt = performance.now();
  await claimAndCrash(event, LEASE_MS);
  // Only one retry: if waiting for the lease counted as an attempt, the message would become a dead letter.
  const notify = await environment().start({ SMTP_URL: smtp().url, eventRetryMs: [50] });
  await environment().probe.publish(event);
  await environment().sentFor(event);

  const [arrival, ...others] = arrivals(event);
  expect(others).toEqual([]);
  expect(arrival!.at - crashedAt).toBeGreaterThanOrEqual(LEASE_MS);
  expect(await environment().probe.deadLetters('notify.mails')).toBe(0);
  expect(await notify.metric('mail_repeat_possible_total{cause="takeover"')).toBe(1);
  expect(await environment().mailOf(event)).toMatchObject({ state: 'sent', attempts: 2 });
});

test('when a process crashes between the server’s 250 and markSent, then the repeat has the same Message-ID', async () => {
  const event = paidEvent();
  await environment().start({ SMTP_URL: smtp().url });
  await environment().probe.publish(event);
  await environment().sentFor(event);
  // The state without markSent.
  await environment().mails.updateOne(
    { causedBy: event.id },
    { $set: { state: 'sending', claimedUntil: new Date(0) }, $unset: { sentAt: '' } },
  );
  await environment().probe.publish(event);
  await waitUntil(async () => (await environment().mailOf(event))?.state === 'sent');
  const ids = arrivals(event).map(({ messageId }) => messageId);
  expect(ids).toEqual([recordOf(event).messageId, recordOf(event).messageId]);
});

test('when a slow process finishes after its lease was taken over, then the mail is sent and mail.sent is published once', async () => {
  const event = paidEvent();
  const mails = await openMails();
  const slow = await mails.claim({ record: recordOf(event), now: new Date(), leaseMs: 0 });
  const quick = await mails.claim({ record: recordOf(event), now: new Date(Date.now() + 1), leaseMs: 60_000 });
  if (slow.state !== 'claimed' || quick.state !== 'claimed') throw new Error('Both processes should have claimed the mail');
  const mark = (id: string) => mails.markSent({ id, sentAt: new Date(), event: { ...event, type: 'mail.sent' } });
  expect(await mark(slow.id)).toBe(true);
  expect(await mark(quick.id)).toBe(false);
  expect(await mails.markFailed({ leased: quick, reason: 'late', failedAt: new Date(), event })).toBe(false);
  expect(await environment().mailOf(event)).toMatchObject({ state: 'sent', outbox: [{ type: 'mail.sent' }] });
  expect(await mails.claim({ record: recordOf(event), now: new Date(), leaseMs: 1 })).toEqual({ state: 'sent' });
});

test('when two replicas receive the same events repeatedly, then every mail is sent once', async () => {
  const ORDERS = 40;
  smtp().setScript({ message: () => new Promise((resolve) => setTimeout(resolve, 5, '250 ok')) });
  await Promise.all([environment().start({ SMTP_URL: smtp().url }), environment().start({ SMTP_URL: smtp().url })]);
  const events = Array.from({ length: ORDERS }, () => paidEvent());
  await Promise.all([...events, ...events, ...events].map((event) => environment().probe.publish(event)));
  await Promise.all(events.map((event) => environment().sentFor(event)));
  await waitUntil(async () => (await environment().probe.waiting('notify.mails')) === 0);
  await environment().stopServices();
  expect(events.map((event) => arrivals(event).length)).toEqual(events.map(() => 1));
});

test('when 30 processes claim one mail at once, then one succeeds', async () => {
  const mails = await openMails();
  const record = recordOf(paidEvent());
  const claims = await Promise.all(Array.from({ length: 30 }, () => mails.claim({ record, now: new Date(), leaseMs: 60_000 })));
  expect(claims.filter(({ state }) => state === 'claimed')).toHaveLength(1);
  expect(claims.filter(({ state }) => state === 'leased')).toHaveLength(29);
});

test('when 30 processes take over one expired lease at once, then one succeeds', async () => {
  const mails = await openMails();
  const record = recordOf(paidEvent());
  await mails.claim({ record, now: new Date(Date.now() - 1000), leaseMs: 1 });
  const claims = await Promise.all(Array.from({ length: 30 }, () => mails.claim({ record, now: new Date(), leaseMs: 60_000 })));
  expect(claims.filter((claim) => claim.state === 'claimed' && claim.isTakeover)).toHaveLength(1);
});

test('when a mail is recorded, then its record is removed after 90 days', async () => {
  const mails = await openMails();
  const event = paidEvent();
  const now = new Date();
  await mails.claim({ record: recordOf(event), now, leaseMs: 1 });
  expect(await expiriesIn(environment().mails, { causedBy: event.id })).toEqual([new Date(now.getTime() + 90 * 86_400_000)]);
});

test('when the service stops while it sends a mail, then the mail is finished first', async () => {
  let answer: (line: string) => void = () => undefined;
  smtp().setScript({
    message: () =>
      new Promise<string>((resolve) => {
        answer = resolve;
      }),
  });
  await environment().start({ SMTP_URL: smtp().url });
  const event = paidEvent();
  await environment().probe.publish(event);
  await waitUntil(() => arrivals(event).length === 1);
  const stopped = environment().stopServices();
  answer('250 ok');
  await stopped;
  expect(await environment().mailOf(event)).toMatchObject({ state: 'sent', attempts: 1 });
  expect(await environment().probe.waiting('notify.mails')).toBe(0);
});
