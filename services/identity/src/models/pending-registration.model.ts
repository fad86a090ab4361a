import { type EventEnvelope, VERIFY_LINK_TRIES } from '@stagereel/contracts';
import { outboxFields, withInitialEvents } from '@stagereel/service-kit';
import { type Connection, Schema } from 'mongoose';
import type { Applicant, PendingRegistration, PendingRegistrationStore } from '../domain/registration/pending-registration.ts';
import type { Sweepable } from '../domain/sweep-expired.ts';

type PendingRecord = {
  _id: string;
  applicant?: Applicant;
  linkHash?: string;
  tries: number;
  expiresAt: Date;
  purgeAt: Date;
  outbox?: EventEnvelope[];
  outboxDueAt?: Date;
  outboxClaim?: string;
};

const text = { type: String, required: true } as const;
const schema = new Schema<PendingRecord>(
  {
    _id: String,
    applicant: {
      type: new Schema<Applicant>({ userId: text, email: text, name: text, passwordHash: text }, { _id: false }),
      default: undefined,
    },
    linkHash: { type: String, default: undefined },
    tries: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
    purgeAt: { type: Date, required: true },
    ...outboxFields,
  },
  { versionKey: false },
);
schema.index({ linkHash: 1 }, { unique: true, sparse: true });
schema.index({ 'applicant.email': 1 }, { sparse: true });
schema.index({ expiresAt: 1 });
schema.index({ outboxDueAt: 1 }, { sparse: true });
schema.index({ purgeAt: 1 }, { expireAfterSeconds: 0 });

export const PENDING_REGISTRATIONS = 'pending-registrations';

const toPending = ({ _id, applicant, tries, expiresAt }: PendingRecord): PendingRegistration => ({ id: _id, applicant, tries, expiresAt });

/** One document per method, browser and address. All personal data is in `applicant`, so that one update erases it. */
export const createPendingRegistrationStore = (connection: Connection): PendingRegistrationStore & Sweepable => {
  const Pending = connection.model('PendingRegistration', schema, PENDING_REGISTRATIONS);
  return {
    save: async ({ id, events, ...fields }) => {
      // Replaces the outbox too: an unpublished event in it carries a link that is now invalid.
      await Pending.replaceOne({ _id: id }, { ...fields, tries: 0, ...withInitialEvents(events) }, { upsert: true });
    },
    find: async (id) => {
      const found = await Pending.findById(id).lean();
      return found ? toPending(found) : undefined;
    },
    findByLink: async (linkHash) => {
      const found = await Pending.findOne({ linkHash }).lean();
      return found ? toPending(found) : undefined;
    },
    countTry: async (id) => {
      const { modifiedCount } = await Pending.updateOne({ _id: id, tries: { $lt: VERIFY_LINK_TRIES } }, { $inc: { tries: 1 } });
      return modifiedCount === 1;
    },
    complete: async (id) => {
      const { modifiedCount } = await Pending.updateOne({ _id: id, applicant: { $exists: true } }, { $unset: { applicant: '' } });
      return modifiedCount === 1;
    },
    listByEmail: async (email) =>
      (await Pending.find({ 'applicant.email': email }).lean()).flatMap(({ applicant }) => (applicant ? [applicant] : [])),
    removeByEmail: async ({ email, lastExpiry }) => {
      await Pending.deleteMany({ 'applicant.email': email, expiresAt: { $lte: lastExpiry } });
    },
    removeExpired: async (now) => {
      await Pending.updateMany(
        { expiresAt: { $lte: now }, applicant: { $exists: true } },
        { $unset: { applicant: '', outbox: '', outboxDueAt: '', outboxClaim: '' } },
      );
    },
  };
};
