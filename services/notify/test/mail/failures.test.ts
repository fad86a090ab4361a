import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { EventEnvelope } from '@stagereel/contracts';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import { codeEvent, paidEvent } from '../support/events.ts';
import { type Notify, startEnvironment } from '../support/notify.ts';
import { startScriptedSmtp } from '../support/scripted-smtp.ts';

const environment = useService(startEnvironment);
const smtp = useService(startScriptedSmtp);
let notify: Notify;

beforeAll(async () => {
  notify = await environment.start({ SMTP_URL: smtp.url, eventRetryMs: [100, 300] });
});
afterEach(() => smtp.setScript({}));

const arrivals = ({ data: { email } }: EventEnvelope<{ email: string }>) => smtp.received.filter(({ to }) => to === email);
const deadLetters = () => environment.probe.deadLetters('notify.mails');

/** Returns the values in turn; the last one repeats. */
const inTurn = <Value>(...values: Value[]): (() => Value) => {
  let turn = 0;
  return () => values[Math.min(turn++, values.length - 1)] as Value;
};

describe('temporary failures', () => {
  test('when the server is busy twice, then the mail is retried after each delay and sent once', async () => {
    smtp.setScript({ message: inTurn('451 4.3.0 busy', '452 4.3.1 full', '250 ok') });
    const event = paidEvent();
    await environment.probe.publish(event);
    await environment.sentFor(event);

    const [first, second, third, ...others] = arrivals(event);
    expect(others).toEqual([]);
    expect(second!.at - first!.at).toBeGreaterThanOrEqual(100);
    expect(third!.at - second!.at).toBeGreaterThanOrEqual(300);
    expect(new Set(arrivals(event).map(({ messageId }) => messageId)).size).toBe(1);
    expect(await environment.mailOf(event)).toMatchObject({ state: 'sent', attempts: 3 });
    expect(environment.eventsOf('mail.failed', event)).toHaveLength(0);
  });

  test.each([
    ['defers the recipient (greylisting)', { recipient: inTurn('450 4.2.0 later', '250 ok') }],
    ['refuses the sign-in', { auth: inTurn('535 5.7.8 wrong password', '235 ok') }],
    ['refuses the connection in its greeting', { greeting: inTurn('421 4.3.2 closing', '220 open') }],
    [
      'closes the connection before its greeting',
      { greeting: inTurn<string | undefined>(undefined, undefined, undefined, undefined, '220 open') },
    ],
  ])('when the server %s and then recovers, then the mail is sent', async (_, script) => {
    const own = await startScriptedSmtp(script);
    const others = await startEnvironment();
    const url = 'auth' in script ? own.url.replace('smtp://', 'smtp://user:pass@') : own.url;
    await others.start({ SMTP_URL: url });
    const event = paidEvent();
    await others.probe.publish(event);
    await others.sentFor(event);
    expect(own.received).toHaveLength(1);
    expect(await others.probe.deadLetters('notify.mails')).toBe(0);
    await others.stop();
    await own.stop();
  });

  test('when the server is unavailable and recovers, then the mail is sent', async () => {
    const own = await startScriptedSmtp();
    const others = await startEnvironment();
    // Increasing delays, so that the server is available again before the last one ends, even on a busy machine.
    await others.start({ SMTP_URL: own.url, eventRetryMs: [500, 3000, 20_000] });
    await own.stop();
    const event = paidEvent();
    await others.probe.publish(event);
    await waitUntil(async () => (await others.mailOf(event))?.state === 'waiting');
    await own.start();
    await others.sentFor(event);
    expect(own.received).toHaveLength(1);
    await others.stop();
    await own.stop();
  });

  test('when the connection breaks between the message and the response, then the repeat has the same Message-ID and is counted', async () => {
    const counted = () => notify.metric('mail_repeat_possible_total{cause="unclear"');
    const before = await counted();
    smtp.setScript({ message: inTurn<string | undefined>(undefined, '250 ok') });
    const event = paidEvent();
    await environment.probe.publish(event);
    await environment.sentFor(event);
    expect(arrivals(event)).toHaveLength(2);
    expect(new Set(arrivals(event).map(({ messageId }) => messageId))).toEqual(new Set([(await environment.mailOf(event))?.messageId]));
    expect(await counted()).toBe(before + 1);
  });

  test('when the server never responds to a message, then the attempt is aborted within the lease and retried', async () => {
    const slow = await startScriptedSmtp({ message: inTurn<string | Promise<string>>(new Promise<string>(() => undefined), '250 ok') });
    const others = await startEnvironment();
    const notifyWithLease = await others.start({ SMTP_URL: slow.url, mailLeaseMs: 8000 });
    const event = paidEvent();
    const publishedAt = performance.now();
    await others.probe.publish(event);
    await others.sentFor(event);
    const [first, second] = slow.received;
    expect(second!.at - publishedAt).toBeGreaterThanOrEqual(4000);
    expect(second!.messageId).toBe(first!.messageId);
    expect(await notifyWithLease.metric('mail_repeat_possible_total{cause="unclear"')).toBe(1);
    await others.stop();
    await slow.stop();
  });
});

describe('permanent failures', () => {
  test.each([
    ['recipient', { recipient: () => '550 5.1.1 no such user' }, 0],
    ['text', { message: () => '554 5.6.0 not wanted' }, 1],
  ])(
    'when the server permanently refuses the %s, then mail.failed is published at once, nothing is retried, and an operator can replay',
    async (_, script, texts) => {
      const before = await deadLetters();
      smtp.setScript(script);
      const event = paidEvent();
      await environment.probe.publish(event);
      const failed = await environment.failedFor(event);
      await waitUntil(async () => (await deadLetters()) === before + 1);

      expect(failed).toMatchObject({
        correlationId: event.correlationId,
        data: {
          template: 'order-confirmation',
          recipient: event.data.email,
          orderNumber: '48213907',
          kind: 'refused',
          reason: expect.stringMatching(/^refused: .*55[04]/),
        },
      });
      expect(await environment.mailOf(event)).toMatchObject({ state: 'failed', attempts: 1 });
      expect(arrivals(event)).toHaveLength(texts);
      expect(environment.eventsOf('mail.sent', event)).toHaveLength(0);
    },
  );

  test('when one of many recipients is refused, then the others still receive their mails over the same connections', async () => {
    const bad = paidEvent();
    smtp.setScript({ recipient: (address) => (address === bad.data.email ? '550 5.1.1 no such user' : '250 ok') });
    const good = Array.from({ length: 20 }, () => paidEvent());
    for (const event of [...good.slice(0, 10), bad, ...good.slice(10)]) await environment.probe.publish(event);
    await Promise.all([environment.failedFor(bad), ...good.map((event) => environment.sentFor(event))]);
    expect(good.map((event) => arrivals(event).length)).toEqual(good.map(() => 1));
  });

  test('when the server is busy at every attempt, then mail.failed is published once and the message becomes a dead letter', async () => {
    const before = await deadLetters();
    smtp.setScript({ message: () => '451 4.3.0 busy' });
    const event = paidEvent();
    await environment.probe.publish(event);
    const failed = await environment.failedFor(event);
    await waitUntil(async () => (await deadLetters()) === before + 1);
    expect(failed.data).toMatchObject({ kind: 'unavailable', reason: expect.stringMatching(/^unavailable: .*451/) });
    expect(arrivals(event)).toHaveLength(3);
    expect(environment.eventsOf('mail.failed', event)).toHaveLength(1);
    expect(await environment.mailOf(event)).toMatchObject({ state: 'failed', attempts: 3 });
    expect(await notify.metric('mails_failed_total{template="order-confirmation",reason="unavailable"')).toBe(1);
    expect(await notify.metric('queue_messages{queue="notify.mails",state="dead"')).toBe(before + 1);
    expect(await notify.metric('queue_messages{queue="notify.mails",state="waiting"')).toBe(0);
    const failedMails = await environment.mails.countDocuments({ state: 'failed' });
    expect(await notify.metric('mails_unsent{state="failed"')).toBe(failedMails);
    expect(await notify.metric('mails_oldest_unsent_seconds{state="failed"')).toBeGreaterThan(0);
    expect(await notify.metric('mails_unsent{state="sending"')).toBe(0);
  });

  test('when a code is permanently refused, then mail.failed is published and no dead letter contains the code', async () => {
    smtp.setScript({ recipient: () => '550 5.1.1 no such user' });
    const event = codeEvent();
    await environment.probe.publish(event);
    await environment.failedFor(event);
    const next = codeEvent();
    smtp.setScript({});
    await environment.probe.publish(next);
    await environment.sentMailOf(next);
    expect(await environment.probe.deadLetters('notify.codes')).toBe(0);
  });
});
