import {
  DISPUTE_OUTCOMES,
  ORDER_STATUSES,
  ORDER_TASK_KINDS,
  type OrderStatus,
  REMINDER_KINDS,
  refundStateSchema,
  type Seller,
  VIDEO_STYLES,
} from '@stagereel/contracts';
import { createOutboxStore, type OutboxStore, outboxFields } from '@stagereel/service-kit';
import { type Connection, type Model, type Query, Schema, type UpdateQuery } from 'mongoose';
import type { FollowUp, Receipt, RejectedMail, Reminder, Task } from '../domain/follow-up/follow-up.ts';
import type {
  Declined,
  DownloadClaim,
  IssuedReceipt,
  Line,
  LineDelivery,
  MailOutcome,
  Order,
  OrderDownload,
  OrderPayment,
  RefundFailure,
  VideoSource,
} from '../domain/order/order.ts';
import { PAYMENT_STATES } from '../domain/order/order-states.ts';

/** Optional fields are omitted from documents and never null, because sparse indexes contain null values. */
type Stored<Fields, Optional extends keyof Fields> = Omit<Fields, Optional> & { [Key in Optional]?: NonNullable<Fields[Key]> };

export type StoredLine = Stored<Line, 'declined' | 'video' | 'delivery' | 'claim' | 'reArmedAt'>;
export type StoredDownload = Stored<OrderDownload, 'recalledAt'>;
/** `…ReminderAt`: when the job next decides about a reminder. */
export type StoredFollowUp = FollowUp & { claimReminderAt?: Date; expiryReminderAt?: Date };
type StoredPayment = Stored<
  OrderPayment,
  'intentId' | 'paidAt' | 'paidEventId' | 'disputedAt' | 'disputeOutcome' | 'refundCheckAt' | 'refundFailures'
> & {
  /** When the reconciler next checks the order; set while it awaits its payment. */
  checkAt?: Date;
  /** The received sum of a flagged order. */
  received?: { amount: number; currency: string };
  cancelledAt?: Date;
};

export type OrderDocument = Omit<
  Order,
  'id' | 'revision' | 'payment' | 'lines' | 'handledAt' | 'download' | 'status' | 'followUp' | 'receipts'
> & {
  _id: string;
  /** Set by every write after the first, see the hook below. */
  revision?: number;
  changedAt?: Date;
  status: OrderStatus;
  payment: StoredPayment;
  lines: StoredLine[];
  handledAt?: Date;
  download?: StoredDownload;
  followUp?: StoredFollowUp;
  receipts?: IssuedReceipt[];
  /** `{email}#{slot}` with slot 0…9, while the order awaits its payment. Unique, so an address has at most ten such orders. */
  openPlace?: string;
};
/** Without the methods and the collection that would change an order past the hook below. */
export type OrderModel = Pick<
  Model<OrderDocument>,
  'create' | 'find' | 'findOne' | 'exists' | 'countDocuments' | 'updateOne' | 'findOneAndUpdate'
>;

const subSchema = <Fields>(definition: ConstructorParameters<typeof Schema<Fields>>[0]): Schema<Fields> =>
  new Schema<Fields>(definition, { _id: false });

const text = { type: String, required: true };
const yen = { type: Number, required: true };
const time = { type: Date, required: true };

const videoSchema = subSchema<VideoSource>({ kind: { ...text, enum: ['outside', 'stored'] }, url: text });
const deliverySchema = subSchema<LineDelivery>({ at: time, eventId: text });
const claimSchema = subSchema<DownloadClaim>({ browser: text, claimedAt: time, until: time });

const declinedSchema = subSchema<Declined>({
  at: time,
  reason: text,
  refundState: { ...text, enum: refundStateSchema.options },
  attempt: { type: Number, required: true },
});

const lineSchema = subSchema<StoredLine>({
  number: text,
  contestId: text,
  contestName: text,
  category: text,
  athleteNumber: text,
  athleteName: { type: String, default: null },
  style: { ...text, enum: VIDEO_STYLES },
  price: yen,
  productionPossible: { type: Boolean, required: true },
  declined: declinedSchema,
  video: videoSchema,
  delivery: deliverySchema,
  claim: claimSchema,
  reArmedAt: Date,
});

const refundFailureSchema = subSchema<RefundFailure>({ refundId: text, amount: yen, reason: text, at: time, refundedBefore: yen });

const paymentSchema = subSchema<StoredPayment>({
  state: { ...text, enum: PAYMENT_STATES },
  intentId: String,
  paidAt: Date,
  paidEventId: String,
  refundedAmount: yen,
  disputedAt: Date,
  disputeOutcome: { type: String, enum: DISPUTE_OUTCOMES },
  refundCheckAt: Date,
  refundFailures: { type: [refundFailureSchema], default: undefined },
  checkAt: Date,
  received: subSchema<{ amount: number; currency: string }>({ amount: yen, currency: text }),
  cancelledAt: Date,
});

const downloadSchema = subSchema<StoredDownload>({ pageId: text, openedAt: time, expiresAt: time, eventId: text, recalledAt: Date });

const mailSchema = subSchema<MailOutcome>({
  eventId: text,
  mailId: text,
  causedBy: text,
  template: text,
  recipient: text,
  lineNumber: String,
  state: { ...text, enum: ['sent', 'failed'] },
  at: time,
});

const taskSchema = subSchema<Task>({
  id: text,
  kind: { ...text, enum: ORDER_TASK_KINDS },
  createdAt: time,
  text: { type: String, default: '' },
  email: String,
  mails: {
    type: [subSchema<RejectedMail>({ mailId: text, template: text, resentAs: { type: String, default: null } })],
    default: undefined,
  },
  closedAt: { type: Date, default: null },
  note: { type: String, default: null },
});

const reminderSchema = subSchema<Reminder>({
  kind: { ...text, enum: REMINDER_KINDS },
  deliveredAt: time,
  at: time,
  isSent: { type: Boolean, required: true },
});

const followUpSchema = subSchema<StoredFollowUp>({
  tasks: [taskSchema],
  reminders: [reminderSchema],
  received: { type: subSchema<Receipt>({ at: time, videos: [String] }), default: null },
  isSilent: { type: Boolean, required: true },
  claimReminderAt: Date,
  expiryReminderAt: Date,
});

const sellerSchema = subSchema<Seller>({
  name: text,
  representative: text,
  address: text,
  phone: text,
  email: text,
  registrationNumber: { type: String, default: null },
});

const receiptSchema = subSchema<IssuedReceipt>({
  key: text,
  number: text,
  issuedAt: time,
  addressee: text,
  honorific: text,
  proviso: text,
  refundedAmount: yen,
  total: yen,
  taxRatePercent: { type: Number, required: true },
  taxAmount: yen,
  seller: { type: sellerSchema, required: true },
});

const orderSchema = new Schema<OrderDocument>(
  {
    _id: String,
    revision: Number,
    changedAt: Date,
    number: text,
    email: text,
    customerName: text,
    request: subSchema<Order['request']>({ key: text, digest: text }),
    total: yen,
    createdAt: time,
    statusToken: text,
    payment: { type: paymentSchema, required: true },
    status: { ...text, enum: ORDER_STATUSES },
    handledAt: Date,
    lines: [lineSchema],
    download: downloadSchema,
    mails: [mailSchema],
    followUp: followUpSchema,
    receipts: { type: [receiptSchema], default: undefined },
    openPlace: String,
    ...outboxFields,
  },
  { versionKey: false, minimize: false },
);
orderSchema.index({ number: 1 }, { unique: true });
orderSchema.index({ 'request.key': 1 }, { unique: true });
orderSchema.index({ openPlace: 1 }, { unique: true, sparse: true });
orderSchema.index({ 'payment.intentId': 1 }, { unique: true, sparse: true });
orderSchema.index({ 'download.pageId': 1 }, { unique: true, sparse: true });
orderSchema.index({ statusToken: 1 }, { unique: true, sparse: true });
// The address lets MongoDB skip orders without customer data before it reads their documents.
orderSchema.index({ 'payment.state': 1, createdAt: -1, number: -1, email: 1 });
orderSchema.index({ email: 1, 'payment.state': 1, createdAt: -1, number: -1 });
orderSchema.index({ 'payment.state': 1, 'payment.paidAt': 1, number: 1 });
orderSchema.index({ 'lines.contestId': 1 });
orderSchema.index({ 'payment.state': 1, changedAt: 1, revision: 1 });
orderSchema.index({ 'mails.recipient': 1 });
orderSchema.index({ 'followUp.tasks.email': 1 }, { sparse: true });
orderSchema.index({ 'payment.checkAt': 1 }, { sparse: true });
orderSchema.index({ 'payment.refundCheckAt': 1 }, { sparse: true });
orderSchema.index({ 'payment.refundFailures.refundId': 1 }, { sparse: true });
orderSchema.index({ 'followUp.claimReminderAt': 1 }, { sparse: true });
orderSchema.index({ 'followUp.expiryReminderAt': 1 }, { sparse: true });
orderSchema.index({ outboxDueAt: 1 }, { sparse: true });

/**
 * Every change increments the revision and stores the database's time, so the order list cache finds the changes of all replicas. OrderModel has no
 * other method that changes an order. The outbox relay does not use it, because it changes nothing visible.
 */
orderSchema.pre(['updateOne', 'findOneAndUpdate'], function (this: Query<unknown, OrderDocument>): void {
  const { $inc, ...update } = (this.getUpdate() ?? {}) as UpdateQuery<OrderDocument>;
  this.setUpdate({ ...update, $inc: { ...$inc, revision: 1 }, $currentDate: { changedAt: true } });
});

/** Resolves after the indexes are created, because the domain relies on the unique ones. */
export const connectOrderModel = async (connection: Connection): Promise<{ model: OrderModel; outbox: OutboxStore }> => {
  const model = connection.model<OrderDocument>('Order', orderSchema);
  await model.init();
  return { model, outbox: createOutboxStore(model.collection) };
};
