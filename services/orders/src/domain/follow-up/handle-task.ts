import type { EventEnvelope } from '@stagereel/contracts';
import { type Actor, AppError, isAppError } from '@stagereel/service-kit';
import type { OrdersDeps } from '../deps.ts';
import { withCorrectedAddress } from '../handling/correct-customer.ts';
import { resentEventOf } from '../handling/resend-mail.ts';
import { linkEventOf } from '../lookup/order-lookup.ts';
import { changeOrder } from '../order/change-order.ts';
import { findPaidOrder } from '../order/find-order.ts';
import type { PaidOrder } from '../order/order.ts';
import { auditEventOf } from '../order/order-events.ts';
import { refundedEventsOf } from '../refund/refund-line.ts';
import { isMailTask, isOpen, isResending, type MailTask, type RejectedMail, replaceTask, type Task } from './follow-up.ts';

type TaskOf = { orderNumber: string; taskId: string; actor: Actor };
type ResendRejected = TaskOf & {
  email: string;
  /** The order's address as the admin saw it. */
  seenEmail: string;
};
type Resending = { order: PaidOrder; now: Date };
/** `lineNumber`: of a mail about one line. */
type ResentMail = { template: string; lineNumber: string | undefined };

/** @throws AppError TaskNotOpen */
const openTask = ({ followUp }: PaidOrder, taskId: string): Task => {
  const task = followUp.tasks.find(({ id }) => id === taskId);
  if (!task || !isOpen(task)) throw new AppError('TaskNotOpen');
  return task;
};

/** @throws AppError TaskNotOpen */
const openMailTask = (order: PaidOrder, taskId: string): MailTask => {
  const task = openTask(order, taskId);
  if (!isMailTask(task)) throw new AppError('TaskNotOpen');
  return task;
};

/**
 * The open task, unless another admin is ahead: the address of a stale form would take the order away from the customer who has just got the mail.
 * A mail that failed again can be sent again.
 * @throws AppError TaskNotOpen, OrderChangedMeanwhile
 */
const resendableTask = (order: PaidOrder, { taskId, seenEmail }: Pick<ResendRejected, 'taskId' | 'seenEmail'>): MailTask => {
  const task = openMailTask(order, taskId);
  if (seenEmail !== order.email || isResending(task)) throw new AppError('OrderChangedMeanwhile');
  return task;
};

/** From the current order. Templates that are not listed, such as reminders, become the delivery mail, which links to all videos. */
const mailsToResend: Record<string, (input: Resending & Pick<ResentMail, 'lineNumber'>) => EventEnvelope[]> = {
  'order-confirmation': (input) => [resentEventOf['order-confirmation'](input)],
  'order-link': ({ order }) => [linkEventOf(order)],
  'line-refunded': refundedEventsOf,
  'order-delivery': (input) => [resentEventOf['order-delivery'](input)],
};

const resentMailOf = ({ mails }: PaidOrder, { mailId, template }: RejectedMail): ResentMail => ({
  template: template in mailsToResend ? template : 'order-delivery',
  lineNumber: mails.find((mail) => mail.mailId === mailId)?.lineNumber,
});

const keyOf = ({ template, lineNumber = '' }: ResentMail): string => `${template} ${lineNumber}`;

/** Empty if the order has no reason for this mail any more. */
const tryResend = ({ template, lineNumber }: ResentMail, input: Resending): EventEnvelope[] => {
  try {
    return mailsToResend[template]?.({ ...input, lineNumber }) ?? [];
  } catch (error) {
    if (!isAppError(error)) throw error;
    return [];
  }
};

/**
 * Sends every rejected mail again that the order still has a reason for; the others leave the task.
 * @throws AppError MailNotSendable
 */
const resendMails = ({ task, ...input }: Resending & { task: MailTask }) => {
  const wanted = new Map(task.mails.map((mail) => resentMailOf(input.order, mail)).map((mail) => [keyOf(mail), mail]));
  const templates = [...new Set([...wanted.values()].map(({ template }) => template))];
  const events = new Map([...wanted].map(([key, mail]) => [key, tryResend(mail, input)]));
  const mails = task.mails.flatMap((mail) => {
    const resent = events.get(keyOf(resentMailOf(input.order, mail)))?.at(-1);
    return resent ? [{ ...mail, resentAs: resent.id }] : [];
  });
  if (mails.length === 0) throw new AppError('MailNotSendable');
  return { task: { ...task, mails }, events: [...events.values()].flat(), templates };
};

/**
 * Corrects the address of an order, if it is another one, and sends the rejected mails to it, in one write. The task is closed when they are
 * accepted.
 * @returns what awaitMail needs
 * @throws AppError OrderNotFound, TaskNotOpen, OrderChangedMeanwhile, MailResendLimitReached, MailNotSendable
 */
export const resendRejected = async (
  deps: OrdersDeps,
  { orderNumber, taskId, email, seenEmail, actor }: ResendRejected,
): Promise<{ orderId: string; causedBy: string | null }> => {
  const found = await findPaidOrder(deps, orderNumber);
  // A mail that cannot be sent is not counted.
  resendMails({ order: found, task: resendableTask(found, { taskId, seenEmail }), now: deps.now() });
  await deps.mailLimits.countResend(found.id);

  let causedBy: string | null = null;
  const { order } = await changeOrder(deps, {
    orderNumber,
    change: (current) => {
      const task = resendableTask(current, { taskId, seenEmail });
      const now = deps.now();
      const corrected =
        email === current.email ? { order: current, events: [] } : withCorrectedAddress({ order: current, email, actor, now });
      const resent = resendMails({ order: corrected.order, task, now });
      causedBy = resent.events.at(-1)?.id ?? null;
      const after = { template: resent.templates, recipient: email };
      const audit = auditEventOf({ order: current, actor, action: 'mail-resent', after });
      const followUp = replaceTask(corrected.order.followUp, resent.task);
      return { order: { ...corrected.order, followUp }, events: [...corrected.events, ...resent.events, audit] };
    },
  });
  return { orderId: order.id, causedBy };
};

/**
 * Closes a task with a note. The same call again changes nothing.
 * @throws AppError OrderNotFound, TaskNotOpen
 */
export const closeTask = async (deps: OrdersDeps, { orderNumber, taskId, note, actor }: TaskOf & { note: string }): Promise<PaidOrder> => {
  const { order } = await changeOrder(deps, {
    orderNumber,
    change: (current) => {
      const known = current.followUp.tasks.find(({ id }) => id === taskId);
      if (known && !isOpen(known) && known.note === note) return null;
      const task = openTask(current, taskId);
      const followUp = replaceTask(current.followUp, { ...task, closedAt: deps.now(), note });
      // Without the customer's words: they are stored only in the order.
      const audit = auditEventOf({ order: current, actor, action: 'task-closed', after: { task: task.kind, note } });
      return { order: { ...current, followUp }, events: [audit] };
    },
  });
  return order;
};
