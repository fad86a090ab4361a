import { type EventEnvelope, PERSONAL_DATA_KINDS, type PersonalDataKind } from '@stagereel/contracts';
import { appendToOutbox, outboxFields, withInitialEvents } from '@stagereel/service-kit';
import { type Connection, Schema } from 'mongoose';
import { v7 as uuid } from 'uuid';
import type { PersonalDataRequest, PersonalDataRequestStore } from '../domain/personal-data/personal-data-request.ts';
import type { Sweepable } from '../domain/sweep-expired.ts';

type RequestRecord = {
  _id: string;
  kind?: PersonalDataKind;
  /** Missing after the link was used or has expired. */
  email?: string;
  /** Missing after the link was used. */
  tokenHash?: string;
  expiresAt?: Date;
  /** The record is deleted at this time, when its events are published. */
  purgeAt: Date;
  outbox?: EventEnvelope[];
  outboxDueAt?: Date;
  outboxClaim?: string;
};

const schema = new Schema<RequestRecord>(
  {
    _id: String,
    kind: { type: String, enum: PERSONAL_DATA_KINDS },
    email: String,
    tokenHash: String,
    expiresAt: Date,
    purgeAt: { type: Date, required: true },
    ...outboxFields,
  },
  { versionKey: false },
);
schema.index({ tokenHash: 1 }, { unique: true, sparse: true });
schema.index({ email: 1 }, { sparse: true });
schema.index({ outboxDueAt: 1 }, { sparse: true });
// Not a TTL index, because that would delete unpublished events.
schema.index({ purgeAt: 1 });

export const PERSONAL_DATA_REQUESTS = 'personal-data-requests';

const toRequest = ({ _id: id, kind, email = '', expiresAt }: RequestRecord): PersonalDataRequest[] =>
  kind && expiresAt ? [{ id, kind, email, expiresAt }] : [];

/** One document per mailed link, and one per deed of an admin. */
export const createPersonalDataRequestStore = (connection: Connection): PersonalDataRequestStore & Sweepable => {
  const Requests = connection.model('PersonalDataRequest', schema, PERSONAL_DATA_REQUESTS);
  return {
    save: async ({ id, events, ...fields }) => {
      await Requests.create({ _id: id, ...fields, ...withInitialEvents(events) });
    },
    findByToken: async (tokenHash) => {
      const found = await Requests.findOne({ tokenHash }).lean();
      return found ? toRequest(found)[0] : undefined;
    },
    use: async ({ id, now, events }) => {
      const { modifiedCount } = await Requests.updateOne(
        { _id: id, tokenHash: { $exists: true }, expiresAt: { $gt: now } },
        { ...appendToOutbox(events), $set: { purgeAt: now }, $unset: { email: '', tokenHash: '' } },
      );
      return modifiedCount === 1;
    },
    record: async ({ now, events }) => {
      await Requests.create({ _id: uuid(), purgeAt: now, ...withInitialEvents(events) });
    },
    listByEmail: async (email) => (await Requests.find({ email }).sort({ expiresAt: -1 }).lean()).flatMap(toRequest),
    removeByEmail: async ({ email, lastExpiry }) => {
      await Requests.updateMany({ email, expiresAt: { $lte: lastExpiry } }, { $unset: { email: '', tokenHash: '' } });
    },
    removeExpired: async (now) => {
      await Requests.updateMany({ expiresAt: { $lte: now }, email: { $exists: true } }, { $unset: { email: '' } });
      await Requests.deleteMany({ purgeAt: { $lte: now }, outbox: { $exists: false } });
    },
  };
};
