import { EXPIRED_CLAIM_SECONDS } from '@stagereel/contracts';
import { isDuplicateKey } from '@stagereel/service-kit';
import { type Connection, Schema } from 'mongoose';
import { newQuota } from '../domain/download/byte-quota.ts';
import type { ClaimRepository, DownloadClaim, DownloadTicket } from '../domain/download/claim.ts';

type ClaimDocument = Omit<DownloadClaim, 'claimId' | 'endedAt'> & { _id: string; endedAt?: Date };

const text = { type: String, required: true };
const count = { type: Number, required: true };
const time = { type: Date, required: true };
const ticketOptions = { _id: false, excludeIndexes: true } as const;

const claimSchema = new Schema<ClaimDocument>(
  {
    _id: text,
    mediaId: text,
    browser: text,
    until: time,
    title: text,
    pageId: text,
    // Mixed: it is replaced as a whole with every reservation, and casting each of its numbers would cost time.
    quota: { type: Schema.Types.Mixed, required: true },
    revision: count,
    endedAt: Date,
    tickets: [new Schema<DownloadTicket>({ token: text, expiresAt: time, begunAt: { type: Date, default: null } }, ticketOptions)],
  },
  { collection: 'downloadClaims', versionKey: false },
);
claimSchema.index({ 'tickets.token': 1 });
claimSchema.index({ until: 1 }, { expireAfterSeconds: EXPIRED_CLAIM_SECONDS });

/** The oldest ticket is dropped above this limit. A customer would have to press the button that often within a minute. */
const MAX_TICKETS = 50;

/** Tombstone of a claim that ended before its first ticket was requested. It rejects that ticket. */
const TOMBSTONE = { mediaId: '', browser: '', title: '', pageId: '', quota: newQuota(0), tickets: [] };

const toClaim = ({ _id, endedAt, ...fields }: ClaimDocument): DownloadClaim => ({
  ...fields,
  claimId: _id,
  endedAt: endedAt ?? null,
});

/** Of two concurrent upserts that insert the same document, one fails; repeated, it updates the document of the other. */
const retryOnDuplicateKey = async (write: () => Promise<unknown>): Promise<void> => {
  try {
    await write();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    await write();
  }
};

export const createClaimRepository = (connection: Connection): ClaimRepository => {
  const model = connection.model<ClaimDocument>('DownloadClaim', claimSchema);
  return {
    addTicket: ({ claim: { claimId, ...claim }, ticket }) =>
      retryOnDuplicateKey(() => {
        const inserted = { ...claim, revision: 0 };
        const update = { $setOnInsert: inserted, $push: { tickets: { $each: [ticket], $slice: -MAX_TICKETS } } };
        return model.updateOne({ _id: claimId }, update as object, { upsert: true });
      }),

    findActive: async (claimId) => {
      const row = await model.findOne({ _id: claimId, endedAt: { $exists: false } }).lean();
      return row && toClaim(row);
    },

    listActive: async (claimIds) => {
      const rows = await model.find({ _id: { $in: claimIds }, endedAt: { $exists: false } }).lean();
      return rows.map(toClaim);
    },

    findByTicket: async (token) => {
      const row = await model.findOne({ 'tickets.token': token }).lean();
      return row && toClaim(row);
    },

    markBegun: async ({ token, at }) => {
      await model.updateOne({ 'tickets.token': token }, { $set: { 'tickets.$.begunAt': at } });
    },

    saveQuota: async ({ claimId, revision, quota }) => {
      const update = { $set: { quota, revision: revision + 1 } };
      const { matchedCount } = await model.updateOne({ _id: claimId, revision }, update as object);
      return matchedCount === 1;
    },

    end: ({ claimId, until, at }) =>
      retryOnDuplicateKey(() => {
        const update = { $set: { endedAt: at }, $inc: { revision: 1 }, $setOnInsert: { ...TOMBSTONE, until } };
        return model.updateOne({ _id: claimId }, update, { upsert: true });
      }),
  };
};
