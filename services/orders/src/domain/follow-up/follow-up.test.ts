import { describe, expect, test } from '@jest/globals';
import { buildLine } from '../../../test/support/build-line.ts';
import type { OrdersDeps } from '../deps.ts';
import { resentEventOf } from '../handling/resend-mail.ts';
import { linkEventOf } from '../lookup/order-lookup.ts';
import type { Change } from '../order/change-order.ts';
import type { Line, MailOutcome, OrderDownload, PaidOrder } from '../order/order.ts';
import { toAdminLines } from '../order/order-views.ts';
import { feedbackPageOf } from './delivery-feedback.ts';
import { type FollowUp, type MailTask, noFollowUp, type ProblemTask } from './follow-up.ts';
import { resendRejected } from './handle-task.ts';
import { recordMail } from './record-mail.ts';
import { followUpAfterMail, followUpAfterResend } from './rejected-mails.ts';
import { isReminderHour, receivedAtOf, reminderTimes } from './reminder-times.ts';
import { remind, sendReminders, silenceCustomer, silencedIfErased } from './send-reminders.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** 12:00 in Japan. */
const openedAt = new Date('2026-11-24T03:00:00.000Z');
const after = (ms: number): Date => new Date(openedAt.getTime() + ms);
const EMAIL = 'taro@example.jp';

const line = (changes: Partial<Line> = {}): Line => buildLine({ video: { kind: 'outside', url: 'https://videos.example/1' }, ...changes });
const claim = (at: Date) => ({ browser: 'b', claimedAt: at, until: new Date(at.getTime() + DAY) });
const mail = (change: Partial<MailOutcome> = {}): MailOutcome => ({
  eventId: 'report-1',
  mailId: 'mail-1',
  causedBy: 'delivered-1',
  template: 'order-delivery',
  recipient: EMAIL,
  state: 'sent',
  at: after(1000),
  ...change,
});
const page: OrderDownload = { pageId: 'page', openedAt, expiresAt: after(30 * DAY), eventId: 'delivered-1', recalledAt: null };
/** An order of ¥5,000 that was delivered, with an accepted mail. */
const delivered = (change: Partial<PaidOrder> = {}): PaidOrder =>
  ({
    number: '12345678',
    email: EMAIL,
    customerName: '山田 太郎',
    statusToken: 'token',
    total: 5000,
    payment: { refundedAmount: 0, disputeOutcome: null },
    lines: [line()],
    download: page,
    mails: [mail()],
    followUp: noFollowUp,
    ...change,
  }) as PaidOrder;
const withFollowUp = (followUp: Partial<FollowUp>): PaidOrder => delivered({ followUp: { ...noFollowUp, ...followUp } });
const problem = (closedAt: Date | null): ProblemTask => ({
  id: 'p1',
  kind: 'problemReported',
  createdAt: after(HOUR),
  text: '開けません',
  closedAt,
  note: null,
});

describe('when reminders are due', () => {
  const NONE = { claim: null, expiry: null };
  const [claimAt, expiry] = [after(1000 + 48 * HOUR), after(25 * DAY)];

  test('when nothing is claimed, then after 48 hours from the mail and five days before the page expires', () => {
    expect(reminderTimes(delivered())).toEqual({ claim: claimAt, expiry });
  });

  test.each<[string, PaidOrder]>([
    ['nothing is delivered', delivered({ download: null })],
    ['the delivery is recalled', delivered({ download: { ...page, recalledAt: after(1) }, lines: [line({ video: null })] })],
    ['everything is claimed', delivered({ lines: [line({ claim: claim(after(HOUR)) })] })],
    ['everything is declined', delivered({ lines: [line({ productionPossible: true })] })],
    ['the price is refunded', delivered({ payment: { refundedAmount: 5000, disputeOutcome: null } as PaidOrder['payment'] })],
    ['the payment is charged back', delivered({ payment: { refundedAmount: 0, disputeOutcome: 'lost' } as PaidOrder['payment'] })],
    ['the customer reported a problem', withFollowUp({ tasks: [problem(null)] })],
    ['the customer’s account was deleted', withFollowUp({ isSilent: true })],
  ])('when %s, then there are none', (_case, order) => {
    expect(reminderTimes(order)).toEqual(NONE);
  });

  test('when the address was erased while the order awaited its payment, then there are none', async () => {
    const placedAt = after(-DAY);
    const find = async ({ email, at }: { email: string; at: Date }) => (email === EMAIL && at <= placedAt ? '削除済み-1' : undefined);
    const erasures = { find } as OrdersDeps['erasures'];
    const [before, later] = [delivered({ createdAt: placedAt }), delivered({ createdAt: after(0) })];
    expect(reminderTimes(await silencedIfErased({ erasures }, before))).toEqual(NONE);
    expect(await silencedIfErased({ erasures }, later)).toBe(later);
  });

  const two = (second: Partial<Line>) => [line(), line({ number: '12345678-02', ...second })];
  test.each<[string, PaidOrder]>([
    ['something was claimed since the delivery', delivered({ lines: two({ claim: claim(after(HOUR)) }) })],
    ['something was claimed and may be downloaded once more', delivered({ lines: [line({ reArmedAt: after(HOUR) })] })],
    ['the delivery mail was not accepted', delivered({ mails: [mail({ state: 'failed' })] })],
    ['the mail went to an address that was corrected since', delivered({ mails: [mail({ recipient: 'taro@exmaple.jp' })] })],
    ['the customer has confirmed the delivery', withFollowUp({ received: { at: after(HOUR), videos: ['https://videos.example/1'] } })],
    [
      'the reminder of this delivery was sent',
      withFollowUp({ reminders: [{ kind: 'claim', deliveredAt: openedAt, at: claimAt, isSent: true }] }),
    ],
  ])('when %s, then only the one before the page expires remains', (_case, order) => {
    expect(reminderTimes(order)).toEqual({ claim: null, expiry });
  });

  test('when only earlier deliveries were claimed, confirmed or reminded of, then the new videos count', () => {
    const earlier = after(-DAY);
    const order = delivered({
      lines: two({ claim: claim(earlier), video: { kind: 'outside', url: 'https://videos.example/2' } }),
      followUp: {
        ...noFollowUp,
        tasks: [problem(after(2 * HOUR))],
        received: { at: earlier, videos: ['https://videos.example/2'] },
        reminders: [{ kind: 'claim', deliveredAt: earlier, at: earlier, isSent: true }],
      },
    });
    expect(reminderTimes(order)).toEqual({ claim: claimAt, expiry });
    expect(receivedAtOf(order)).toBeNull();
  });

  test('when the mail is sent again, then the 48 hours begin anew; too late for them, the other reminder is enough', () => {
    const again = (at: Date) => delivered({ mails: [mail(), mail({ causedBy: 'other', at })] });
    expect(reminderTimes(again(after(DAY))).claim).toEqual(after(3 * DAY));
    expect(reminderTimes(again(after(24 * DAY)))).toEqual({ claim: null, expiry });
  });

  test.each([
    ['2026-11-24T23:59:59.999Z', false],
    ['2026-11-25T00:00:00.000Z', true],
    ['2026-11-25T10:59:59.999Z', true],
    ['2026-11-25T11:00:00.000Z', false],
  ])('when it is %s, then reminders may be sent: %s', (now, expected) => {
    expect(isReminderHour(new Date(now))).toBe(expected);
  });
});

describe('the decision about a reminder', () => {
  test('when it is due, then the event is part of the decision, and the same decision again does nothing', () => {
    const now = after(3 * DAY);
    const { order, events } = remind({ order: delivered(), kind: 'claim', now });
    expect(events).toMatchObject([
      { type: 'download-reminder.requested', data: { kind: 'claim', lines: [{ lineNumber: '12345678-01' }] } },
    ]);
    expect(order.followUp.reminders).toEqual([{ kind: 'claim', deliveredAt: openedAt, at: now, isSent: true }]);
    expect(remind({ order, kind: 'claim', now }).events).toEqual([]);
  });

  test('when it was switched off for too long, then it is not sent any more', () => {
    const { order, events } = remind({ order: delivered(), kind: 'claim', now: after(6 * DAY) });
    expect([events, order.followUp.reminders]).toMatchObject([[], [{ isSent: false }]]);
  });

  test('when the video was claimed meanwhile, then nothing is decided', () => {
    const order = delivered({ lines: [line({ claim: claim(after(HOUR)) })] });
    expect(remind({ order, kind: 'claim', now: after(3 * DAY) })).toEqual({ order, events: [] });
  });
});

describe('an order whose only delivered video was declined', () => {
  const order = delivered({
    createdAt: openedAt,
    handledAt: null,
    payment: { ...delivered().payment, paidAt: openedAt },
    lines: [line({ productionPossible: true, video: null }), line({ number: '12345678-02', video: null })],
  });

  test('when the rest is awaited, then no mail leads to the empty page, and nobody is asked about it', () => {
    expect(feedbackPageOf(order)).toBeNull();
    expect(() => resentEventOf['order-delivery']({ order, now: after(HOUR) })).toThrow(
      expect.objectContaining({ code: 'MailNotSendable' }),
    );
    expect(linkEventOf(order).data).toMatchObject({ page: null, lines: [{ lineNumber: '12345678-02' }] });
  });
});

describe('rejected mails', () => {
  const answer = '550 no such user';
  const rejected = (change: Partial<MailOutcome> = {}): MailOutcome => mail({ state: 'failed', eventId: 'report-2', ...change });
  const afterRejection = (order: PaidOrder, change: Partial<MailOutcome> = {}): PaidOrder => ({
    ...order,
    followUp: followUpAfterMail({ order, outcome: rejected(change), answer }),
  });
  const taskOf = ({ followUp }: PaidOrder): MailTask => followUp.tasks[0] as MailTask;
  const open = afterRejection(delivered({ mails: [] }));

  test('when an order has several lines, then only the first one has its tasks', () => {
    const order = { ...open, createdAt: openedAt, lines: [line(), line({ number: '12345678-02' })] };
    expect(toAdminLines(order).map(({ tasks }) => tasks.length)).toEqual([1, 0]);
  });

  test('when a mail is rejected, then there is one open task for all rejected mails of the order', () => {
    const both = afterRejection(open, { mailId: 'mail-2', template: 'order-confirmation', causedBy: 'paid-1' });
    expect(both.followUp.tasks).toHaveLength(1);
    expect(taskOf(both)).toMatchObject({ id: 'mail-1', text: answer, email: EMAIL, mails: [{ mailId: 'mail-1' }, { mailId: 'mail-2' }] });
  });

  test.each<[string, Partial<MailOutcome>[], Partial<MailOutcome>]>([
    ['was accepted in another attempt', [{}], {}],
    ['went to an old address, and the new one has accepted it', [{ mailId: 'other' }], { recipient: 'taro@exmaple.jp' }],
    [
      'was a reminder to an old address, and the new one has accepted the delivery mail',
      [{ mailId: 'other' }],
      { recipient: 'taro@exmaple.jp', template: 'claim-reminder', mailId: 'mail-3' },
    ],
  ])('when a mail %s, then there is no task', (_case, mails, failure) => {
    expect(afterRejection(delivered({ mails: mails.map(mail) }), failure).followUp.tasks).toEqual([]);
  });

  test('when another mail about the same delivery is accepted, then the task closes; a mail about something else does not close it', () => {
    const settledBy = (change: Partial<MailOutcome>) =>
      followUpAfterMail({ order: open, outcome: mail({ mailId: 'new', causedBy: 'new', ...change }), answer: null }).tasks[0]!.closedAt;
    expect(settledBy({})).toEqual(after(1000));
    expect(settledBy({ mailId: 'mail-1', template: 'unknown' })).toEqual(after(1000));
    expect(settledBy({ template: 'order-confirmation' })).toBeNull();
    expect(settledBy({ template: 'line-refunded' })).toBeNull();
  });

  test('when the mail that was sent again is rejected too, then an admin must decide anew, with the new address', () => {
    const resent = { ...open, followUp: followUpAfterResend(open.followUp, { templates: ['order-delivery'], eventId: 'delivered-2' }) };
    expect(taskOf(resent).mails).toEqual([{ mailId: 'mail-1', template: 'order-delivery', resentAs: 'delivered-2' }]);
    const again = afterRejection(resent, { mailId: 'mail-2', causedBy: 'delivered-2', recipient: 'taro@exmaple.jp' });
    expect(taskOf(again)).toMatchObject({
      email: 'taro@exmaple.jp',
      mails: [{ mailId: 'mail-2', template: 'order-delivery', resentAs: null }],
      closedAt: null,
    });
  });

  test('when the mail about one of two refunds was rejected, then only this one is sent again', async () => {
    const declined = { reason: '機材の不具合', at: openedAt, refundState: 'succeeded', attempt: 1 } as Line['declined'];
    const lines = ['12345678-01', '12345678-02'].map((number) => line({ number, declined }));
    const paid = {
      state: 'paid',
      paidAt: openedAt,
      intentId: 'pi_1',
      refundedAmount: 10_000,
      disputeOutcome: null,
    } as PaidOrder['payment'];
    const failure = mail({ template: 'line-refunded', lineNumber: '12345678-02', state: 'failed' });
    const rejected = afterRejection(delivered({ lines, payment: paid, mails: [] }), failure);
    const order = { ...rejected, mails: [failure] };
    const saved: Change[] = [];
    const orders = { findByNumber: async () => order, save: async (change: Change) => saved.push(change) && change.order };
    const deps = { now: () => openedAt, orders, mailLimits: { countResend: async () => undefined } } as unknown as OrdersDeps;
    const actor = { id: 'admin-1', email: 'admin@example.jp', ip: '192.0.2.1' };
    const { causedBy } = await resendRejected(deps, { orderNumber: order.number, taskId: 'mail-1', email: EMAIL, seenEmail: EMAIL, actor });
    const events = saved.flatMap((change) => change.events).filter(({ type }) => type === 'line.refunded');
    expect(events.map(({ id, data }) => [id, data])).toEqual([
      [causedBy, expect.objectContaining({ line: expect.objectContaining({ lineNumber: '12345678-02' }) })],
    ]);
    expect(taskOf(saved[0]!.order).mails).toMatchObject([{ template: 'line-refunded', resentAs: causedBy }]);
  });

  test('when an operator replays a mail whose task is closed, then nothing is opened again', () => {
    const closed = { ...open, followUp: { ...open.followUp, tasks: [{ ...taskOf(open), closedAt: after(DAY), note: '電話で確認' }] } };
    expect(afterRejection(closed).followUp).toBe(closed.followUp);
  });
});

test.each(['line-refunded', 'video-replaced'])(
  'when a %s mail is accepted, then a rejected one stays, as it was about another line',
  (template) => {
    const order = delivered({ mails: [] });
    const followUp = followUpAfterMail({ order, outcome: mail({ template, state: 'failed' }), answer: '550' });
    const outcome = mail({ eventId: 'report-2', mailId: 'mail-2', causedBy: 'another', template });
    expect(followUpAfterMail({ order: { ...order, followUp }, outcome, answer: null })).toMatchObject({
      tasks: [{ closedAt: null, mails: [{ template }] }],
    });
  },
);

test('when a mail is about no order, then nothing is read', async () => {
  await recordMail({} as OrdersDeps, { orderNumber: null, outcome: mail(), rejection: null });
});

test('when the order of a mail cannot be read, then the error is thrown, so that the event is handled again', async () => {
  const orders = { findByNumber: () => Promise.reject(new Error('the database is away')) };
  const report = { orderNumber: '12345678', outcome: mail(), rejection: null };
  await expect(recordMail({ orders } as unknown as OrdersDeps, report)).rejects.toThrow('the database is away');
});

describe('the job of reminders', () => {
  const settings = { read: async () => ({ claimReminder: false, expiryReminder: false }) };

  test('when it is night in Japan, then it decides nothing, whatever the settings say', async () => {
    expect(await sendReminders({ now: () => after(12 * HOUR) } as OrdersDeps)).toBe(false);
  });

  test('when both reminders are switched off, then it looks for no orders', async () => {
    expect(await sendReminders({ now: () => openedAt, settings } as unknown as OrdersDeps)).toBe(false);
  });

  test('when an order is newer than the deletion of the account, then it is not changed', async () => {
    const orders = { listPaid: async () => [delivered({ createdAt: after(DAY) })] };
    await silenceCustomer({ orders } as unknown as OrdersDeps, { email: EMAIL, before: openedAt });
  });
});
