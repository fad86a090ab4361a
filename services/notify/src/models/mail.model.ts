import { outboxFields } from '@stagereel/service-kit';
import { type Connection, Schema } from 'mongoose';
import type { MailFacts } from '../domain/mail-facts.ts';
import { MAIL_STATES, type MailState } from '../domain/mail-states.ts';

export type MailDocument = MailFacts & {
  _id: string;
  state: MailState;
  attempts: number;
  claim?: string;
  claimedUntil?: Date;
  /** Why the latest attempt came to nothing. */
  lastError?: string;
  createdAt: Date;
  sentAt?: Date;
  failedAt?: Date;
  /** End of the keeping time. */
  removeAt: Date;
};

const mailSchema = new Schema<MailDocument>(
  {
    _id: { type: String, required: true },
    key: { type: String, required: true },
    messageId: { type: String, required: true },
    causedBy: { type: String, required: true },
    template: { type: String, required: true },
    // Not required: that would refuse the empty text, and what an event names is recorded as it is.
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
// For support: what went to this address, what was sent for this order.
mailSchema.index({ recipient: 1, createdAt: -1 });
mailSchema.index({ orderNumber: 1 });

export const mailModel = (connection: Connection) => connection.model('Mail', mailSchema);
