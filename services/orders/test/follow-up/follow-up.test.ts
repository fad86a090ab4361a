import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import {
  downloadReminderRequested,
  type ErrorBody,
  mailFailed,
  mailSent,
  type OrderStatusPage,
  orderDelivered,
  userDeleted,
} from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import { adminOf } from '../support/admin.ts';
import { itemOf } from '../support/catalog.ts';
import { startShop } from '../support/shop.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** 12:00 in Japan, within the hours of reminders. */
const noon = new Date('2026-11-24T03:00:00.000Z').getTime();
let clock = noon;
const shop = useService(() => startShop({ now: () => new Date(clock), settings: { remindEveryMs: 100 } }));
const { claim, deliverOrder, eventsOf, linesOf, recall, timeline, waitForAuditEntry, waitForEvents } = adminOf(shop);

type Mail = { number: string; email: string; causedBy?: string; template?: string; mailId?: string };
const fieldsOf = ({ number, email, causedBy = randomUUID(), template = 'order-delivery', mailId = randomUUID() }: Mail) => ({
  mailId,
  causedBy,
  template,
  recipient: email,
  orderNumber: number,
});
const report = async (number: string, event: Parameters<typeof shop.probe.publish>[0]) => {
  await shop.probe.publish(event);
  await shop.waitForOrder(number, ({ mails }) => mails.some(({ eventId }) => eventId === event.id));
};
const accept = (mail: Mail) =>
  report(mail.number, createEvent(mailSent, { ...fieldsOf(mail), messageId: '<1@example.jp>', sentAt: new Date(clock).toISOString() }));
const fail = (mail: Mail, kind: 'refused' | 'unavailable' = 'refused') => {
  const event = createEvent(mailFailed, {
    ...fieldsOf(mail),
    kind,
    reason: `${kind}: 550 5.1.1 no such user`,
    failedAt: new Date(clock).toISOString(),
  });
  return { event, done: report(mail.number, event) };
};

/** A delivered order whose delivery mail was accepted. */
const buyDelivered = async () => {
  const { number, email, lines } = await shop.buy({ items: [itemOf('1'), itemOf('2')] });
  const pageId = await deliverOrder({ number, lines: 2 });
  const status = `/api${lines[0]!.statusPath}`;
  const { download } = await shop.storedOrder(number);
  return { number, email, pageId, status, deliveredAt: download!.openedAt.toISOString(), eventId: download!.eventId };
};
const tasksOf = async (number: string) => (await linesOf(number))[0]!.tasks;
const admin = async (path: string, body: object) =>
  shop.call({ method: 'POST', path: `/api/admin/orders/${path}`, cookie: await shop.identity.adminCookie(), body });
const showStatus = async (path: string) => (await shop.call({ path })).body as unknown as OrderStatusPage;
const changeSettings = async (changes: object) => {
  const request = { path: '/api/orders/settings', cookie: await shop.identity.adminCookie() };
  const { body } = await shop.call(request);
  expect((await shop.call({ ...request, method: 'PUT', body: { ...body, ...changes } })).status).toBe(200);
};
const post = async (path: string, body: object) => {
  const { status, body: answer } = await shop.call({ method: 'POST', path, body });
  return { status, body: answer as unknown as OrderStatusPage & ErrorBody };
};

describe('a mail that was rejected for good', () => {
  test('when its address is corrected in the task, then the mails are sent to it, and the task closes when they are accepted', async () => {
    const { number, email, pageId } = await buyDelivered();
    const rejected = fail({ number, email });
    await rejected.done;
    await fail({ number, email, template: 'order-confirmation' }).done;
    const [task, ...others] = await tasksOf(number);
    expect(others).toEqual([]);
    expect(task).toMatchObject({
      kind: 'mailRejected',
      text: '550 5.1.1 no such user',
      email,
      templates: ['order-delivery', 'order-confirmation'],
      isResending: false,
    });
    expect((await admin(`${number}/tasks/${task!.id}/resend`, { email: 'no address', seenEmail: email })).status).toBe(400);
    expect((await admin(`${number}/tasks/unknown/resend`, { email, seenEmail: email })).body.code).toBe('TaskNotOpen');

    const corrected = shop.newEmail();
    const path = `${number}/tasks/${task!.id}/resend`;
    expect((await admin(path, { email: corrected, seenEmail: corrected })).body.code).toBe('OrderChangedMeanwhile');
    expect(await admin(path, { email: ` ${corrected.toUpperCase()}`, seenEmail: email })).toMatchObject({
      status: 200,
      body: { email: corrected, tasks: [{ id: task!.id, isResending: true }] },
    });
    // Another admin's form still has the rejected address.
    expect((await admin(path, { email, seenEmail: email })).body.code).toBe('OrderChangedMeanwhile');
    const [, delivery] = await waitForEvents({ number, type: 'order.delivered', count: 2 });
    const [, confirmation] = await waitForEvents({ number, type: 'order.paid', count: 2 });
    const { email: recipient, pageId: newPage } = orderDelivered.schema.parse(delivery!.data);
    expect(recipient).toBe(corrected);
    expect(newPage).not.toBe(pageId);
    expect(await waitForAuditEntry(number, 'order.customer-corrected')).toMatchObject({ after: { email: corrected } });
    expect(await waitForAuditEntry(number, 'order.mail-resent')).toMatchObject({
      after: { template: ['order-delivery', 'order-confirmation'], recipient: corrected },
    });

    await accept({ number, email: corrected, causedBy: delivery!.id });
    expect(await tasksOf(number)).toMatchObject([{ templates: ['order-confirmation'] }]);
    await fail({ number, email: corrected, causedBy: confirmation!.id, template: 'order-confirmation' }, 'unavailable').done;
    expect(await tasksOf(number)).toMatchObject([{ isResending: false }]);
    await accept({ number, email: corrected, template: 'order-confirmation' });
    expect(await tasksOf(number)).toEqual([]);
    // The mail server's first answer arrives once more.
    await shop.probe.publish(rejected.event);
    await fail({ number, email }).done;
    expect(await tasksOf(number)).toEqual([]);
    expect((await admin(path, { email, seenEmail: email })).body.code).toBe('TaskNotOpen');
  });

  test('when the order has no reason for the mail any more, then it cannot be sent again', async () => {
    const { number, email } = await buyDelivered();
    await fail({ number, email, template: 'line-refunded' }).done;
    const [task] = await tasksOf(number);
    const { status, body } = await admin(`${number}/tasks/${task!.id}/resend`, { email, seenEmail: email });
    expect([status, body.code]).toEqual([409, 'MailNotSendable']);
  });

  test('when the failure is temporary, or tasks are switched off, then there is no task; a task can be closed with a note', async () => {
    const { number, email } = await buyDelivered();
    await fail({ number, email }, 'unavailable').done;
    const settings = { dailySummary: true, claimReminder: true, expiryReminder: true, deliveryFeedback: true };
    const put = async (rejectedMailTask: boolean, version: number) =>
      shop.call({
        method: 'PUT',
        path: '/api/orders/settings',
        cookie: await shop.identity.adminCookie(),
        body: { ...settings, rejectedMailTask, version },
      });
    await put(false, 0);
    await fail({ number, email }).done;
    expect(await tasksOf(number)).toEqual([]);
    await put(true, 1);
    await fail({ number, email }).done;
    const [task] = await tasksOf(number);
    const close = (note: string) => admin(`${number}/tasks/${task!.id}/close`, { note });
    expect(await close(' お電話で確認 ')).toMatchObject({ status: 200, body: { tasks: [] } });
    expect((await close('お電話で確認')).status).toBe(200);
    expect((await close('ほかのメモ')).body.code).toBe('TaskNotOpen');
    expect(await waitForAuditEntry(number, 'order.task-closed')).toMatchObject({ after: { task: 'mailRejected', note: 'お電話で確認' } });
  });
});

describe('reminders', () => {
  /** An event may be published twice, so reminders are counted by their ids. */
  const remindersOf = (number: string) => [
    ...new Map(
      eventsOf('download-reminder.requested', number).map(({ id, data }) => [id, downloadReminderRequested.schema.parse(data)]),
    ).values(),
  ];
  const waitForReminders = (number: string, count: number) =>
    waitUntil(() => remindersOf(number).length >= count && remindersOf(number), { what: `${count} reminders of ${number}` });

  test('when nothing is claimed, then the customer gets each reminder once from all replicas, by day only, and none after a claim', async () => {
    clock = noon;
    const [waiting, claimed, silent] = [await buyDelivered(), await buyDelivered(), await buyDelivered()];
    for (const order of [waiting, claimed, silent]) await accept({ ...order, causedBy: order.eventId });
    expect((await claim(claimed.pageId, `${claimed.number}-01`)).status).toBe(200);
    const deleted = { userId: 'u1', email: silent.email, deletedAt: new Date(clock).toISOString() };
    await shop.probe.publish(createEvent(userDeleted, deleted));
    await shop.waitForOrder(silent.number, ({ followUp }) => followUp?.isSilent === true);
    await Promise.all([shop.startReplica(), shop.startReplica()]);

    clock = noon + 2 * DAY;
    expect((await waitForReminders(waiting.number, 1))[0]).toMatchObject({
      kind: 'claim',
      email: waiting.email,
      pageId: waiting.pageId,
      lines: [{ lineNumber: `${waiting.number}-01` }, { lineNumber: `${waiting.number}-02` }],
    });
    await shop.waitForOrder(claimed.number, ({ followUp }) => !followUp?.claimReminderAt);

    clock = noon + 25 * DAY + HOUR;
    expect((await waitForReminders(waiting.number, 2))[1]).toMatchObject({ kind: 'expiry' });
    expect((await waitForReminders(claimed.number, 1))[0]).toMatchObject({
      kind: 'expiry',
      lines: [{ lineNumber: `${claimed.number}-02` }],
    });
    clock = noon + 26 * DAY;
    for (const { number } of [waiting, claimed]) await shop.waitForOrder(number, ({ followUp }) => !followUp?.expiryReminderAt);
    expect([waiting, claimed, silent].map(({ number }) => remindersOf(number).length)).toEqual([2, 1, 0]);

    await accept({ ...waiting, template: 'claim-reminder' });
    expect((await timeline(waiting.number)).mails.map(({ template }) => template)).toEqual(['order-delivery', 'claim-reminder']);
    clock = noon;
  });
});

describe('what the customer reports on the status page', () => {
  test('when the delivery is confirmed, then both sides see when; a later delivery is confirmed anew (customer 2.55)', async () => {
    const { number, status, deliveredAt } = await buyDelivered();
    const { feedback } = await showStatus(status);
    expect(feedback).toMatchObject({ receivedAt: null, problem: null });
    const seen = { deliveredAt, videos: feedback!.videos };
    // The customer saw an earlier delivery, or a video that was replaced since.
    for (const stale of [{ deliveredAt: new Date(clock - 1).toISOString() }, { videos: 'other' }]) {
      expect(await post(`${status}/received`, { ...seen, ...stale })).toMatchObject({ status: 409, body: { code: 'FeedbackClosed' } });
    }
    const answers = await Promise.all([1, 2, 3].map(() => post(`${status}/received`, seen)));
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { feedback: { receivedAt: expect.any(String) } } });
    expect((await linesOf(number))[0]!.receivedAt).toBe(answers[0]!.body.feedback!.receivedAt);
    expect((await timeline(number)).receivedAt).not.toBeNull();
    clock += 1000;
    expect((await post(`${status}/received`, seen)).body.feedback!.receivedAt).toBe(answers[0]!.body.feedback!.receivedAt);

    await recall(number);
    expect(await showStatus(status)).toMatchObject({ feedback: null });
    expect((await post(`${status}/problems`, { key: randomUUID(), text: '開けません' })).body.code).toBe('FeedbackClosed');
    clock += 1000;
    await deliverOrder({ number, lines: 2 });
    expect(await showStatus(status)).toMatchObject({ feedback: { receivedAt: null } });
  });

  test('when a problem is reported, then it is a task with the customer’s words, once for each key, and the page shows only its state (customer 2.55)', async () => {
    const { number, status } = await buyDelivered();
    const text = '<b>横動画</b>が\r\n再生できません\u0000';
    const key = randomUUID();
    for (const _ of [1, 2]) expect((await post(`${status}/problems`, { key, text })).status).toBe(200);
    expect(await tasksOf(number)).toMatchObject([{ kind: 'problemReported', text: '<b>横動画</b>が\n再生できません' }]);
    const page = await showStatus(status);
    expect(page.feedback).toMatchObject({ problem: { isClosed: false } });
    expect(JSON.stringify(page)).not.toContain('再生できません');

    const { email } = await shop.storedOrder(number);
    expect((await admin(`${number}/tasks/${key}/resend`, { email, seenEmail: email })).body.code).toBe('TaskNotOpen');
    await admin(`${number}/tasks/${key}/close`, { note: '差し替えました' });
    expect((await showStatus(status)).feedback).toMatchObject({ problem: { isClosed: true } });
    expect((await timeline(number)).problems).toMatchObject([{ id: key, closedAt: expect.any(String), note: '差し替えました' }]);
    const reported = [1, 2, 3, 4, 5].map(() => post(`${status}/problems`, { key: randomUUID(), text }));
    expect((await Promise.all(reported)).map((answer) => answer.status).sort()).toEqual([200, 200, 200, 200, 429]);
  });

  test('when twenty problems of an order were reported, then no further one is accepted, however old they are', async () => {
    const { number, status } = await buyDelivered();
    const createdAt = new Date(clock - 30 * DAY);
    const problem = { kind: 'problemReported', createdAt, text: '開けません', closedAt: null, note: null };
    const tasks = Array.from({ length: 20 }, (_, index) => ({ ...problem, id: String(index) }));
    await shop.orders.updateOne({ number }, { $set: { 'followUp.tasks': tasks } } as object);
    const { status: refused, body } = await post(`${status}/problems`, { key: randomUUID(), text: '開けません' });
    expect([refused, body.code]).toEqual([429, 'ProblemLimitReached']);
  });

  test('when feedback is switched off, or the address leads nowhere, then nothing is recorded', async () => {
    const { number, status, deliveredAt } = await buyDelivered();
    const { feedback } = await showStatus(status);
    const seen = { deliveredAt, videos: feedback!.videos };
    expect((await post(`/api/order-status/${'x'.repeat(43)}/received`, seen)).body.code).toBe('OrderNotFound');
    await changeSettings({ deliveryFeedback: false });
    expect((await post(`${status}/received`, seen)).body.code).toBe('FeedbackClosed');
    expect((await post(`${status}/problems`, { key: randomUUID(), text: '開けません' })).body.code).toBe('FeedbackClosed');
    await changeSettings({ deliveryFeedback: true });
    expect((await timeline(number)).receivedAt).toBeNull();
  });

  test.each([
    ['no text', { key: randomUUID(), text: ' \n' }],
    ['too long a text', { key: randomUUID(), text: 'あ'.repeat(1001) }],
    ['no key', { text: '開けません' }],
  ])('when the report has %s, then 400', async (_case, body) => {
    const { status } = await buyDelivered();
    expect((await post(`${status}/problems`, body)).status).toBe(400);
  });
});
