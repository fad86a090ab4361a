import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import type { MailState } from '../../src/domain/mail/mail-record.ts';
import { deliveredEvent, paidEvent, partlyDeliveredEvent, recalledEvent, videoReplacedEvent } from '../support/events.ts';
import { startEnvironment } from '../support/notify.ts';
import { startScriptedSmtp } from '../support/scripted-smtp.ts';

const environment = useService(startEnvironment);
const smtp = useService(startScriptedSmtp);
beforeAll(async () => {
  // Many attempts, so that no mail uses them up before the recall is consumed on a busy machine. Each follows soon, so that no test waits long for it.
  await environment.start({ SMTP_URL: smtp.url, eventRetryMs: Array(40).fill(1000) });
});
afterEach(() => smtp.setScript({}));

let orders = 10_000_000;
const newOrder = (): string => {
  orders += 1;
  return String(orders);
};
/** A delivery time, in minutes of one day. */
const at = (minutes: number): string => new Date(Date.UTC(2026, 10, 23, 3, minutes)).toISOString();
const waitForRecall = ({ orderNumber, deliveredAt }: { orderNumber: string; deliveredAt: string }) =>
  waitUntil(() => environment.connection.collection<{ _id: string }>('recalls').findOne({ _id: `${orderNumber} ${deliveredAt}` }), {
    what: 'the recall',
  });
const waitForState = (event: { id: string }, state: MailState) =>
  waitUntil(async () => (await environment.mailOf(event))?.state === state, { what: `a mail that is ${state}` });
test('when a delivery is recalled while its mails wait for the mail server, then they are never sent, and all other mails are', async () => {
  let isBusy = true;
  const accepted: string[] = [];
  smtp.setScript({
    message: ({ to }) => {
      if (isBusy) return '451 4.3.0 busy';
      accepted.push(to);
      return '250 ok';
    },
  });
  const [orderNumber, other] = [newOrder(), newOrder()];
  // An earlier part of the same order is another delivery.
  const earlier = partlyDeliveredEvent({ orderNumber, deliveredAt: at(-5) });
  const unaffected = [paidEvent({ orderNumber }), earlier, deliveredEvent({ orderNumber: other, deliveredAt: at(0) })];
  const waiting = [videoReplacedEvent({ orderNumber, deliveredAt: at(0) }), deliveredEvent({ orderNumber, deliveredAt: at(0) })];
  for (const event of [...unaffected, ...waiting]) await environment.probe.publish(event);
  for (const event of waiting) await waitForState(event, 'waiting');
  const delivery = { orderNumber, deliveredAt: at(0) };
  await environment.probe.publish(recalledEvent(delivery));
  await waitForRecall(delivery);
  isBusy = false;
  for (const event of unaffected) await environment.sentFor(event);
  for (const event of waiting) {
    await waitForState(event, 'recalled');
    expect([environment.eventsOf('mail.sent', event), environment.eventsOf('mail.failed', event)]).toEqual([[], []]);
  }
  expect(accepted.sort()).toEqual(unaffected.map(({ data }) => data.email).sort());
  // The broker delivers it again.
  await environment.probe.publish(waiting[1]!);
  const marker = paidEvent();
  await environment.probe.publish(marker);
  await environment.sentFor(marker);
  expect((await environment.mailOf(waiting[1]!))?.state).toBe('recalled');
});

test('when the recall arrives first, and twice, then the mails of that delivery are not sent, and those of other deliveries are', async () => {
  const orderNumber = newOrder();
  const mailOf = (deliveredAt: string) => deliveredEvent({ orderNumber, deliveredAt });
  const recalled = [mailOf(at(10)), mailOf(at(10))];
  const others = [mailOf(at(9)), mailOf(at(11))];
  const delivery = { orderNumber, deliveredAt: at(10) };
  for (const event of [recalledEvent(delivery), recalledEvent(delivery)]) await environment.probe.publish(event);
  await waitForRecall(delivery);
  for (const event of [...recalled, ...others]) await environment.probe.publish(event);
  for (const event of others) await environment.sentFor(event);
  for (const event of recalled) await waitForState(event, 'recalled');
  const receivers = smtp.received.map(({ to }) => to);
  expect(recalled.filter(({ data }) => receivers.includes(data.email))).toEqual([]);
  expect(await environment.probe.deadLetters('notify.recalls')).toBe(0);
});

test('when a recall message is invalid, then it becomes a dead letter', async () => {
  await environment.probe.publishRaw('order.recalled', '{"no":"event"}');
  await waitUntil(async () => (await environment.probe.deadLetters('notify.recalls')) === 1, { what: 'the poisoned message' });
});
