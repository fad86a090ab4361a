import { type FollowUp, noFollowUp } from '../domain/follow-up/follow-up.ts';
import { reminderTimes } from '../domain/follow-up/reminder-times.ts';
import type { Line, Order, OrderDownload } from '../domain/order/order.ts';
import type { NewOrder } from '../domain/order/order-store.ts';
import type { OrderDocument, StoredDownload, StoredFollowUp, StoredLine } from './order.model.ts';

const openPlaceOf = ({ email, slot }: { email: string; slot: number }): string => `${email}#${slot}`;
export const slotOf = (openPlace: string): number => Number(openPlace.slice(openPlace.lastIndexOf('#') + 1));

const toLine = (line: StoredLine): Line => ({
  ...line,
  declined: line.declined ?? null,
  video: line.video ?? null,
  delivery: line.delivery ?? null,
  claim: line.claim ?? null,
  reArmedAt: line.reArmedAt ?? null,
});

/** Null fields are omitted from documents. */
export const toStoredLine = ({ declined, video, delivery, claim, reArmedAt, ...line }: Line): StoredLine => ({
  ...line,
  ...(declined && { declined }),
  ...(video && { video }),
  ...(delivery && { delivery }),
  ...(claim && { claim }),
  ...(reArmedAt && { reArmedAt }),
});

export const toStoredDownload = ({ recalledAt, ...download }: OrderDownload): StoredDownload => ({
  ...download,
  ...(recalledAt && { recalledAt }),
});

/** With the times at which the reminders of the order are due. */
export const toStoredFollowUp = (order: Order): StoredFollowUp | null => {
  const { claim, expiry } = reminderTimes(order);
  if (order.followUp === noFollowUp && order.download === null) return null;
  return { ...order.followUp, ...(claim && { claimReminderAt: claim }), ...(expiry && { expiryReminderAt: expiry }) };
};

const toFollowUp = ({ tasks, reminders, received, isSilent }: StoredFollowUp): FollowUp => ({ tasks, reminders, received, isSilent });

export const toOrder = (document: OrderDocument): Order => ({
  id: document._id,
  revision: document.revision ?? 0,
  number: document.number,
  email: document.email,
  customerName: document.customerName,
  request: document.request,
  total: document.total,
  createdAt: document.createdAt,
  statusToken: document.statusToken,
  payment: {
    state: document.payment.state,
    intentId: document.payment.intentId ?? null,
    paidAt: document.payment.paidAt ?? null,
    paidEventId: document.payment.paidEventId ?? null,
    refundedAmount: document.payment.refundedAmount,
    disputedAt: document.payment.disputedAt ?? null,
    disputeOutcome: document.payment.disputeOutcome ?? null,
    refundCheckAt: document.payment.refundCheckAt ?? null,
    refundFailures: document.payment.refundFailures ?? [],
  },
  status: document.status,
  handledAt: document.handledAt ?? null,
  lines: document.lines.map(toLine),
  download: document.download ? { ...document.download, recalledAt: document.download.recalledAt ?? null } : null,
  mails: document.mails,
  followUp: document.followUp ? toFollowUp(document.followUp) : noFollowUp,
  receipts: document.receipts ?? [],
});

/** The document of a new order; fields that are set later are omitted. */
export const toNewDocument = ({ order, openSlot, checkAt }: NewOrder): OrderDocument => ({
  _id: order.id,
  number: order.number,
  email: order.email,
  customerName: order.customerName,
  request: order.request,
  total: order.total,
  createdAt: order.createdAt,
  statusToken: order.statusToken,
  payment: { state: order.payment.state, refundedAmount: order.payment.refundedAmount, checkAt },
  status: order.status,
  lines: order.lines.map(toStoredLine),
  mails: order.mails,
  openPlace: openPlaceOf({ email: order.email, slot: openSlot }),
});

/** An update that sets fields and removes those that are null. */
export const setOrUnset = (fields: Record<string, unknown>) => {
  const entries = Object.entries(fields);
  const absent = entries.filter(([, value]) => value === null).map(([path]) => [path, ''] as const);
  return {
    $set: Object.fromEntries(entries.filter(([, value]) => value !== null)),
    ...(absent.length > 0 && { $unset: Object.fromEntries(absent) }),
  };
};
