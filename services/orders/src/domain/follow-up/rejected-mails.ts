import type { MailTemplate } from '@stagereel/contracts';
import type { MailOutcome, Order } from '../order/order.ts';
import { type FollowUp, isMailTask, isOpen, type MailTask, type RejectedMail, replaceTask } from './follow-up.ts';

/** The mails that lead to the videos of a delivery. */
const WHOLE_DELIVERY: readonly string[] = ['order-delivery', 'order-partial-delivery'];
export const DELIVERY_MAILS: readonly string[] = [...WHOLE_DELIVERY, 'video-replaced'];
const REMINDERS: readonly string[] = ['claim-reminder', 'expiry-reminder'] satisfies MailTemplate[];

/** Whether an accepted mail says everything that a rejected one said. A mail about a refund is about one line, so another one does not. */
const covers = (accepted: string, rejected: string): boolean => {
  if (accepted === 'line-refunded' || accepted === 'video-replaced') return false;
  return accepted === rejected || (WHOLE_DELIVERY.includes(accepted) && [...DELIVERY_MAILS, ...REMINDERS].includes(rejected));
};

const openTaskOf = ({ tasks }: FollowUp): MailTask | undefined => tasks.filter(isMailTask).find(isOpen);
const isAbout = (mail: RejectedMail, { mailId, causedBy }: MailOutcome): boolean => mail.mailId === mailId || mail.resentAs === causedBy;

/** An accepted mail removes the rejected mails that it makes up for. The task closes with the last one. */
const settle = (followUp: FollowUp, outcome: MailOutcome): FollowUp => {
  const task = openTaskOf(followUp);
  if (!task) return followUp;
  const mails = task.mails.filter((mail) => !isAbout(mail, outcome) && !covers(outcome.template, mail.template));
  return replaceTask(followUp, { ...task, mails, closedAt: mails.length === 0 ? outcome.at : null });
};

/** The failure of a mail that was sent again: an admin has to decide anew. */
const failAgain = (task: MailTask, outcome: MailOutcome): MailTask => {
  const others = task.mails.filter((mail) => !isAbout(mail, outcome));
  return { ...task, mails: [...others, { mailId: outcome.mailId, template: outcome.template, resentAs: null }] };
};

/** The order's mail was accepted in another attempt, or its customer has received the same by a later mail to the corrected address. */
const isNeedless = ({ order, outcome }: { order: Order; outcome: MailOutcome }): boolean =>
  order.mails.some(
    (mail) =>
      mail.state === 'sent' &&
      (mail.mailId === outcome.mailId ||
        (mail.recipient === order.email && outcome.recipient !== order.email && covers(mail.template, outcome.template))),
  );

type Rejection = { order: Order; outcome: MailOutcome; answer: string };

/** No mail opens two tasks: when an operator replays a mail whose task is closed, the task stays closed. */
const addRejection = ({ order, outcome, answer }: Rejection): FollowUp => {
  const { followUp } = order;
  const task = openTaskOf(followUp);
  const failed = task && failAgain(task, outcome);
  if (failed) return replaceTask(followUp, { ...failed, text: answer, email: outcome.recipient });
  if (followUp.tasks.some(({ id }) => id === outcome.mailId) || isNeedless({ order, outcome })) return followUp;
  const added: MailTask = {
    id: outcome.mailId,
    kind: 'mailRejected',
    createdAt: outcome.at,
    text: answer,
    email: outcome.recipient,
    mails: [{ mailId: outcome.mailId, template: outcome.template, resentAs: null }],
    closedAt: null,
    note: null,
  };
  return { ...followUp, tasks: [...followUp.tasks, added] };
};

type Recorded = {
  order: Order;
  outcome: MailOutcome;
  /** The server's answer, if it rejected the mail for good and this shall become a task. */
  answer: string | null;
};

/** The follow-up of an order after a mail was accepted, was rejected, or could not be sent. */
export const followUpAfterMail = ({ order, outcome, answer }: Recorded): FollowUp => {
  const { followUp } = order;
  if (outcome.state === 'sent') return settle(followUp, outcome);
  if (answer !== null) return addRejection({ order, outcome, answer });
  const task = openTaskOf(followUp);
  return task?.mails.some((mail) => isAbout(mail, outcome)) ? replaceTask(followUp, failAgain(task, outcome)) : followUp;
};

/** Notes which event sends the rejected mails of these templates again. */
export const followUpAfterResend = (followUp: FollowUp, resent: { templates: readonly string[]; eventId: string }): FollowUp => {
  const task = openTaskOf(followUp);
  if (!task) return followUp;
  const mails = task.mails.map((mail) => (resent.templates.includes(mail.template) ? { ...mail, resentAs: resent.eventId } : mail));
  return replaceTask(followUp, { ...task, mails });
};
