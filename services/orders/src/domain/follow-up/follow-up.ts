import type { OrderTask as OrderTaskView, ReminderKind } from '@stagereel/contracts';

/** A mail that was rejected for good. `resentAs`: the event that sends it again; null before an admin resends it, and after that failed too. */
export type RejectedMail = { mailId: string; template: string; resentAs: string | null };

type TaskState = { id: string; createdAt: Date; text: string; closedAt: Date | null; note: string | null };
/** The rejected mails of an order. `text` is the server's latest answer, `email` the address it is about. */
export type MailTask = TaskState & { kind: 'mailRejected'; email: string; mails: RejectedMail[] };
/** `text`: the customer's words. */
export type ProblemTask = TaskState & { kind: 'problemReported' };
export type Task = MailTask | ProblemTask;

/** The decision about a reminder. `deliveredAt` identifies the delivery; `isSent` is false if the decision came too late to help. */
export type Reminder = { kind: ReminderKind; deliveredAt: Date; at: Date; isSent: boolean };

/** The customer confirmed these videos. */
export type Receipt = { at: Date; videos: string[] };

/** What happens around and after a delivery. */
export type FollowUp = {
  /** Open and closed ones, oldest first. */
  tasks: Task[];
  reminders: Reminder[];
  received: Receipt | null;
  /** The customer's account was deleted, so that no reminder is sent. */
  isSilent: boolean;
};

export const noFollowUp: FollowUp = { tasks: [], reminders: [], received: null, isSilent: false };

export const isOpen = ({ closedAt }: Task): boolean => closedAt === null;
export const isMailTask = (task: Task): task is MailTask => task.kind === 'mailRejected';
export const isProblemTask = (task: Task): task is ProblemTask => task.kind === 'problemReported';

/** All its mails were sent again, and no answer has arrived yet. */
export const isResending = ({ mails }: MailTask): boolean => mails.every(({ resentAs }) => resentAs !== null);

const toTaskView = (task: Task): OrderTaskView => ({
  id: task.id,
  kind: task.kind,
  createdAt: task.createdAt.toISOString(),
  text: task.text,
  ...(isMailTask(task) && {
    email: task.email,
    templates: [...new Set(task.mails.map(({ template }) => template))],
    isResending: isResending(task),
  }),
});

/** The open tasks for the back office. */
export const openTaskViews = ({ tasks }: FollowUp): OrderTaskView[] => tasks.filter(isOpen).map(toTaskView);

/** Replaces the task that has the same id. */
export const replaceTask = (followUp: FollowUp, task: Task): FollowUp => ({
  ...followUp,
  tasks: followUp.tasks.map((other) => (other.id === task.id ? task : other)),
});
