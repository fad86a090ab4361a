import { outboxFields } from '@stagereel/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';
import { MAIL_STATES, type MailRecord, type MailState } from '../domain/mail/mail-record.ts';

export type MailDocument = MailRecord & {
  _id: string;
  state: MailState;
  attempts: number;
  claim?: string;
  claimedUntil?: Date;
  /** Why the latest attempt failed. */
  lastError?: string;
  createdAt: Date;
  sentAt?: Date;
  failedAt?: Date;
  /** End of the retention period. */
  removeAt: Date;
};

const mailSchema = new Schema<MailDocument>(
  {
    _id: { type: String, required: true },
    key: { type: String, required: true },
    messageId: { type: String, required: true },
    causedBy: { type: String, required: true },
    template: { type: String, required: true },
    // Not `required`: Mongoose would refuse the empty text, but an invalid recipient is stored too.
    recipient: { type: String, default: '' },
    orderNumber: { type: String, default: null },
    state: { type: String, enum: MAIL_STATES, required: true },
    attempts: { type: Number, required: true },
    claim: String,
    claimedUntil: Date,
    lastError: String,
    createdAt: { type: Date, required: true },
    sentAt: Date,
    failedAt: Date,
    removeAt: { type: Date, required: true },
    ...outboxFields,
  },
  { collection: 'mails', versionKey: false, minimize: false },
);

mailSchema.index({ key: 1 }, { unique: true });
mailSchema.index({ removeAt: 1 }, { expireAfterSeconds: 0 });
mailSchema.index({ outboxDueAt: 1 }, { sparse: true });
mailSchema.index({ recipient: 1, createdAt: -1 });
mailSchema.index({ state: 1, createdAt: 1 });

export type MailModel = Model<MailDocument>;

export const createMailModel = (connection: Connection): MailModel => connection.model<MailDocument>('Mail', mailSchema);
