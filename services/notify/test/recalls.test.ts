import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
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
/** Delivered at so many minutes of one day. */
const at = (minutes: number): string => new Date(Date.UTC(2026, 10, 23, 3, minutes)).toISOString();
const isNoted = ({ orderNumber, deliveredAt }: { orderNumber: string; deliveredAt: string }) =>
  waitUntil(() => around.connection.collection<{ _id: string }>('recalls').findOne({ _id: `${orderNumber} ${deliveredAt}` }), {
    what: 'the recall',
  });
const untilState = (event: { id: string }, state: MailState) =>
  waitUntil(async () => (await around.mailOf(event))?.state === state, { what: `a mail that is ${state}` });
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
  const bystanders = [paidEvent({ orderNumber }), deliveredEvent({ orderNumber: other, deliveredAt: at(0) })];
  const waiting = [videoReplacedEvent({ orderNumber, deliveredAt: at(0) }), deliveredEvent({ orderNumber, deliveredAt: at(0) })];
  for (const event of [...bystanders, ...waiting]) await around.probe.publish(event);
  for (const event of waiting) await untilState(event, 'waiting');
  const delivery = { orderNumber, deliveredAt: at(0) };
  await around.probe.publish(recalledEvent(delivery));
  await isNoted(delivery);
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

test('when the recall comes first, and twice, then the mails of that delivery are not sent, and those before and after it are', async () => {
  const orderNumber = newOrder();
  const mailOf = (deliveredAt: string | undefined) => deliveredEvent({ orderNumber, deliveredAt });
  const recalled = [mailOf(at(10)), mailOf(at(10))];
  // The last one was told of before deliveries had a time.
  const others = [mailOf(at(9)), mailOf(at(11)), mailOf(undefined)];
  const delivery = { orderNumber, deliveredAt: at(10) };
  for (const event of [recalledEvent(delivery), recalledEvent(delivery)]) await around.probe.publish(event);
  await isNoted(delivery);
  for (const event of [...recalled, ...others]) await around.probe.publish(event);
  for (const event of others) await around.sentFor(event);
  for (const event of recalled) await untilState(event, 'recalled');
  const receivers = smtp.received.map(({ to }) => to);
  expect(recalled.filter(({ data }) => receivers.includes(data.email))).toEqual([]);
  expect(await around.probe.deadLetters('notify.recalls')).toBe(0);
});

test('when a recall is no event, then it lies with the dead letters', async () => {
  await around.probe.publishRaw('order.recalled', '{"no":"event"}');
  await waitUntil(async () => (await around.probe.deadLetters('notify.recalls')) === 1, { what: 'the poisoned message' });
});
