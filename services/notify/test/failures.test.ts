import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { EventEnvelope } from '@stagereel/contracts';
import { waitUntil } from '@stagereel/service-kit/testing';
import { codeEvent, paidEvent } from './support/events.ts';
import { type Notify, type Surroundings, startSurroundings } from './support/notify.ts';
import { type ScriptedSmtp, startScriptedSmtp } from './support/scripted-smtp.ts';

let around: Surroundings;
let smtp: ScriptedSmtp;
let notify: Notify;

beforeAll(async () => {
  around = await startSurroundings();
  smtp = await startScriptedSmtp();
  notify = await around.start({ SMTP_URL: smtp.url, EVENT_RETRY_SECONDS: '0.1,0.3' });
});
afterEach(() => smtp.play({}));
afterAll(async () => {
  await around?.stop();
  await smtp?.stop();
});

const arrivals = ({ data: { email } }: EventEnvelope<{ email: string }>) => smtp.received.filter(({ to }) => to === email);
const deadMails = () => around.probe.deadLetters('notify.mails');

/** Answers by turn; the last answer stays. */
const inTurn = <Answer>(...answers: Answer[]): (() => Answer) => {
  let turn = 0;
  return () => answers[Math.min(turn++, answers.length - 1)] as Answer;
};

describe('failures that pass', () => {
  test('when the server is busy twice, the mail is tried again after each pause and goes out once', async () => {
    smtp.play({ message: inTurn('451 4.3.0 busy', '452 4.3.1 full', '250 ok') });
    const event = paidEvent();
    await around.probe.publish(event);
    await around.sentFor(event);

    const [first, second, third, ...others] = arrivals(event);
    expect(others).toEqual([]);
    expect(second!.at - first!.at).toBeGreaterThanOrEqual(100);
    expect(third!.at - second!.at).toBeGreaterThanOrEqual(300);
    expect(new Set(arrivals(event).map(({ messageId }) => messageId)).size).toBe(1);
    expect(await around.mailOf(event)).toMatchObject({ state: 'sent', attempts: 3 });
    expect(around.newsOf('mail.failed', event)).toHaveLength(0);
  });

  test.each([
    ['asks to come later at the recipient (greylisting)', { recipient: inTurn('450 4.2.0 later', '250 ok') }],
    ['refuses the sign-in', { auth: inTurn('535 5.7.8 wrong password', '235 ok') }],
    ['greets with a closed door', { greeting: inTurn('421 4.3.2 closing', '220 open') }],
    ['hangs up before its greeting', { greeting: inTurn<string | undefined>(undefined, undefined, undefined, undefined, '220 open') }],
  ])('when the server %s and then mends, the mail goes out', async (_, script) => {
    const own = await startScriptedSmtp(script);
    const others = await startSurroundings();
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

  test('when the server is away and comes back, the mail goes out', async () => {
    const own = await startScriptedSmtp();
    const others = await startSurroundings();
    // The pauses grow, so that the server is back before the last of them ends, however late the first failure is seen.
    await others.start({ SMTP_URL: own.url, EVENT_RETRY_SECONDS: '0.5,3,20' });
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

  test('when the connection breaks after the text and before the answer, the repeat has the same Message-ID and is counted', async () => {
    const counted = () => notify.metric('mail_repeat_possible_total{cause="unclear"');
    const before = await counted();
    smtp.play({ message: inTurn<string | undefined>(undefined, '250 ok') });
    const event = paidEvent();
    await around.probe.publish(event);
    await around.sentFor(event);
    expect(arrivals(event)).toHaveLength(2);
    expect(new Set(arrivals(event).map(({ messageId }) => messageId))).toEqual(new Set([(await around.mailOf(event))?.messageId]));
    expect(await counted()).toBe(before + 1);
  });

  test('when the server never answers a text, the mail is given up within its lease and tried again', async () => {
    const slow = await startScriptedSmtp({ message: inTurn<string | Promise<string>>(new Promise<string>(() => undefined), '250 ok') });
    const others = await startSurroundings();
    const patient = await others.start({ SMTP_URL: slow.url, MAIL_LEASE_SECONDS: '8' });
    const event = paidEvent();
    const publishedAt = performance.now();
    await others.probe.publish(event);
    await others.sentFor(event);
    const [first, second] = slow.received;
    expect(second!.at - publishedAt).toBeGreaterThanOrEqual(4000);
    expect(second!.messageId).toBe(first!.messageId);
    expect(await patient.metric('mail_repeat_possible_total{cause="unclear"')).toBe(1);
    await others.stop();
    await slow.stop();
  });
});

describe('failures for good', () => {
  test.each([
    ['recipient', { recipient: () => '550 5.1.1 no such user' }, 0],
    ['text', { message: () => '554 5.6.0 not wanted' }, 1],
  ])(
    'when the server refuses the %s for good, mail.failed tells at once, nothing is retried, and an operator can replay',
    async (_, script, texts) => {
      const before = await deadMails();
      smtp.play(script);
      const event = paidEvent();
      await around.probe.publish(event);
      const failed = await around.failedFor(event);
      await waitUntil(async () => (await deadMails()) === before + 1);

      expect(failed).toMatchObject({
        correlationId: event.correlationId,
        data: {
          template: 'order-confirmation',
          recipient: event.data.email,
          orderNumber: '48213907',
          reason: expect.stringMatching(/^refused: .*55[04]/),
        },
      });
      expect(await around.mailOf(event)).toMatchObject({ state: 'failed', attempts: 1 });
      expect(arrivals(event)).toHaveLength(texts);
      expect(around.newsOf('mail.sent', event)).toHaveLength(0);
    },
  );

  test('when one of many recipients is refused, the others still get their mails over the same connections', async () => {
    const bad = paidEvent();
    smtp.play({ recipient: (address) => (address === bad.data.email ? '550 5.1.1 no such user' : '250 ok') });
    const good = Array.from({ length: 20 }, () => paidEvent());
    for (const event of [...good.slice(0, 10), bad, ...good.slice(10)]) await around.probe.publish(event);
    await Promise.all([around.failedFor(bad), ...good.map((event) => around.sentFor(event))]);
    expect(good.map((event) => arrivals(event).length)).toEqual(good.map(() => 1));
  });

  test('when the server stays busy to the last attempt, mail.failed tells once and the message waits for an operator', async () => {
    const before = await deadMails();
    smtp.play({ message: () => '451 4.3.0 busy' });
    const event = paidEvent();
    await around.probe.publish(event);
    const failed = await around.failedFor(event);
    await waitUntil(async () => (await deadMails()) === before + 1);
    expect(failed.data).toMatchObject({ reason: expect.stringMatching(/^unavailable: .*451/) });
    expect(arrivals(event)).toHaveLength(3);
    expect(around.newsOf('mail.failed', event)).toHaveLength(1);
    expect(await around.mailOf(event)).toMatchObject({ state: 'failed', attempts: 3 });
    expect(await notify.metric('mails_failed_total{template="order-confirmation",reason="unavailable"')).toBe(1);
  });

  test('when a code is refused for good, mail.failed tells and no dead letter keeps the code', async () => {
    smtp.play({ recipient: () => '550 5.1.1 no such user' });
    const event = codeEvent();
    await around.probe.publish(event);
    await around.failedFor(event);
    const next = codeEvent();
    smtp.play({});
    await around.probe.publish(next);
    await around.sentFor(next);
    expect(await around.probe.deadLetters('notify.codes')).toBe(0);
  });
});
