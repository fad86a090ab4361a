import { CODE_LIFETIME_SECONDS, CODE_TRIES, type EventEnvelope } from '@stagereel/contracts';
import { type ChangedDocument, isDuplicateKey, outboxFields, withClaimedEvents } from '@stagereel/service-kit';
import { type Connection, Schema } from 'mongoose';
import { addSeconds } from '../domain/clock.ts';
import type { CodeKey, CodeStore } from '../domain/code/code.ts';
import type { Source } from '../domain/network/network.ts';

type CodeRecord = {
  _id: string;
  mac: string | null;
  tries: number;
  /** Of all known devices. */
  knownTries?: number;
  source?: Source;
  expiresAt: Date;
  resendAfter: Date;
  usedAt: Date | null;
  purgeAt: Date;
  outbox?: EventEnvelope[];
  outboxDueAt?: Date;
  outboxClaim?: string;
};

const schema = new Schema<CodeRecord>(
  {
    _id: String,
    mac: { type: String, default: null },
    tries: { type: Number, required: true },
    knownTries: Number,
    source: { type: { network: String, isKnownDevice: Boolean }, _id: false },
    expiresAt: { type: Date, required: true },
    resendAfter: { type: Date, required: true },
    usedAt: { type: Date, default: null },
    purgeAt: { type: Date, required: true },
    ...outboxFields,
  },
  { versionKey: false },
);
schema.index({ outboxDueAt: 1 }, { sparse: true });
schema.index({ purgeAt: 1 }, { expireAfterSeconds: 0 });

export const CODES = 'codes';

const idOf = ({ purpose, email }: CodeKey): string => `${purpose}:${email}`;

const triesField = (isKnownDevice: boolean) => (isKnownDevice ? 'knownTries' : 'tries');

/**
 * One document per purpose and address, which holds only the newest code, and its event until that is published.
 * Calls `onEvents` after every write that put an event into the outbox of a code.
 */
export const createCodeStore = ({
  connection,
  onEvents,
}: {
  connection: Connection;
  onEvents: (changed: ChangedDocument) => void;
}): CodeStore => {
  connection.model('Code', schema, CODES);
  // The driver itself, because Mongoose would take as long for these writes as the driver. All values have their types already.
  const codes = connection.collection<CodeRecord>(CODES);
  return {
    find: async ({ key, isKnownDevice }) => {
      const found = await codes.findOne({ _id: idOf(key) });
      if (!found) return undefined;
      const { expiresAt, resendAfter, usedAt } = found;
      return { expiresAt, resendAfter, tries: found[triesField(isKnownDevice)] ?? 0, usedAt };
    },
    replace: async ({ key, source, mac, now, expiresAt, resendAfter, purgeAt, event }) => {
      // Replaces the outbox instead of appending: an unpublished event in it carries a code that is now invalid.
      const { claim, fields } = withClaimedEvents(idOf(key), [event]);
      try {
        await codes.updateOne(
          { _id: idOf(key), resendAfter: { $lte: now } },
          {
            $set: { mac, source, tries: 0, expiresAt, resendAfter, usedAt: null, purgeAt, ...fields },
            $unset: { knownTries: '' },
          },
          { upsert: true },
        );
        onEvents({ key: idOf(key), claim });
        return true;
      } catch (error) {
        // A code that may not be replaced yet does not match the filter, so the upsert tried to insert a second one.
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    countTry: async ({ key, isKnownDevice, now }) => {
      const field = triesField(isKnownDevice);
      const tried = await codes.findOneAndUpdate(
        { _id: idOf(key), [field]: { $not: { $gte: CODE_TRIES } }, expiresAt: { $gt: now }, usedAt: null },
        { $inc: { [field]: 1 } },
        { returnDocument: 'after' },
      );
      if (!tried?.mac) return undefined;
      return { mac: tried.mac, triesLeft: CODE_TRIES - (tried[field] ?? 0), requestedFrom: tried.source };
    },
    undoTry: async ({ key, isKnownDevice, mac }) => {
      await codes.updateOne({ _id: idOf(key), mac, usedAt: null }, { $inc: { [triesField(isKnownDevice)]: -1 } });
    },
    markUsed: async ({ key, mac, now }) => {
      const { modifiedCount } = await codes.updateOne(
        { _id: idOf(key), mac, usedAt: null },
        // After a code was used, the next one may be requested immediately.
        { $set: { usedAt: now, mac: null, resendAfter: now } },
      );
      return modifiedCount === 1;
    },
    removeUntil: async ({ email, purposes, until }) => {
      // Its expiry tells when a code was requested.
      const expiresAt = { $lte: addSeconds({ to: until, seconds: CODE_LIFETIME_SECONDS }) };
      await codes.deleteMany({ _id: { $in: purposes.map((purpose) => idOf({ purpose, email })) }, expiresAt });
    },
  };
};
