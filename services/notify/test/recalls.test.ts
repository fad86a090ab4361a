import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { EventEnvelope } from '@stagereel/contracts';
import { waitUntil } from '@stagereel/service-kit/testing';
import type { MailState } from '../src/domain/mail-states.ts';
import { deliveredEvent, paidEvent, recalledEvent, videoReplacedEvent } from './support/events.ts';
import { type Surroundings, startSurroundings } from './support/notify.ts';
import { type ScriptedSmtp, startScriptedSmtp } from './support/scripted-smtp.ts';

let around: Surroundings;
let smtp: ScriptedSmtp;
beforeAll(async () => {
  around = await startSurroundings();
  smtp = await startScriptedSmtp();
  // The pauses grow, so that none of the mails is given up while a busy machine gets the recall through.
  await around.start({ SMTP_URL: smtp.url, EVENT_RETRY_SECONDS: '0.3,0.5,1,2,4,8,16' });
});
afterEach(() => smtp.play({}));
afterAll(async () => {
  await around?.stop();
  await smtp?.stop();
});

let orders = 10_000_000;
const newOrder = (): string => {
  orders += 1;
  return String(orders);
};
const isNoted = (orderNumber: string) =>
  waitUntil(() => around.connection.collection<{ _id: string }>('recalls').findOne({ _id: orderNumber }), { what: 'the recall' });
const untilState = (event: { id: string }, state: MailState) =>
  waitUntil(async () => (await around.mailOf(event))?.state === state, { what: `a mail that is ${state}` });
/** Events that are to occur one after another need a clock that goes on between them. */
const laterThan = ({ occurredAt }: EventEnvelope) => waitUntil(() => Date.now() > Date.parse(occurredAt), { what: 'the next millisecond' });

test('when a delivery is recalled while its mails wait for the mail server, then they never go out, and all others do', async () => {
  let isBusy = true;
  const taken: string[] = [];
  smtp.play({
    message: ({ to }) => {
      if (isBusy) return '451 4.3.0 busy';
      taken.push(to);
      return '250 ok';
    },
  });
  const [orderNumber, other] = [newOrder(), newOrder()];
  const bystanders = [paidEvent({ orderNumber }), deliveredEvent({ orderNumber: other })];
  const waiting = [videoReplacedEvent({ orderNumber }), deliveredEvent({ orderNumber })];
  for (const event of [...bystanders, ...waiting]) await around.probe.publish(event);
  for (const event of waiting) await untilState(event, 'waiting');
  await laterThan(waiting[1]!);
  await around.probe.publish(recalledEvent(orderNumber));
  await isNoted(orderNumber);
  isBusy = false;
  for (const event of bystanders) await around.sentFor(event);
  for (const event of waiting) {
    await untilState(event, 'recalled');
    expect([around.newsOf('mail.sent', event), around.newsOf('mail.failed', event)]).toEqual([[], []]);
  }
  expect(taken.sort()).toEqual(bystanders.map(({ data }) => data.email).sort());
  // It was delivered once more by the broker.
  await around.probe.publish(waiting[1]!);
  const marker = paidEvent();
  await around.probe.publish(marker);
  await around.sentFor(marker);
  expect((await around.mailOf(waiting[1]!))?.state).toBe('recalled');
});

test('when the recall comes first, again and by an older one, then the mail of that delivery is not sent, and that of the next one is', async () => {
  const orderNumber = newOrder();
  const first = deliveredEvent({ orderNumber });
  await laterThan(first);
  const recalled = recalledEvent(orderNumber);
  await laterThan(recalled);
  const next = deliveredEvent({ orderNumber });
  for (const event of [recalled, { ...recalled, occurredAt: new Date(0).toISOString() }, recalled]) await around.probe.publish(event);
  await isNoted(orderNumber);
  await waitUntil(async () => (await around.probe.waiting('notify.recalls')) === 0, { what: 'an empty queue' });
  for (const event of [first, next]) await around.probe.publish(event);
  await around.sentFor(next);
  await untilState(first, 'recalled');
  expect(smtp.received.map(({ to }) => to)).not.toContain(first.data.email);
});

test('when a recall is no event, then it lies with the dead letters', async () => {
  await around.probe.publishRaw('order.recalled', '{"no":"event"}');
  await waitUntil(async () => (await around.probe.deadLetters('notify.recalls')) === 1, { what: 'the poisoned message' });
});
