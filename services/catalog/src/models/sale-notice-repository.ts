import type { EventEnvelope } from '@stagereel/contracts';
import { appendToOutbox, createOutboxStore, isDuplicateKey, type OutboxStore, outboxFields } from '@stagereel/service-kit';
import { type Connection, Schema } from 'mongoose';
import { v7 as uuid } from 'uuid';
import type { SaleNoticeRepository } from '../domain/sale/sale-notice.ts';

type SaleNoticeDocument = {
  _id: string;
  contestId: string;
  email: string;
  /** The version of the contest at which the address was stored or announced. */
  contestVersion: number;
  requestedAt: Date;
  announcedAt?: Date;
  /** See outboxFields. */
  outbox?: EventEnvelope[];
};

const text = { type: String, required: true };
const saleNoticeSchema = new Schema<SaleNoticeDocument>(
  {
    _id: text,
    contestId: text,
    email: text,
    contestVersion: { type: Number, required: true },
    requestedAt: { type: Date, required: true },
    announcedAt: Date,
    ...outboxFields,
  },
  { collection: 'saleNotices', versionKey: false },
);
saleNoticeSchema.index({ contestId: 1, email: 1 }, { unique: true });
saleNoticeSchema.index({ email: 1 });
saleNoticeSchema.index({ outboxDueAt: 1 }, { sparse: true });

const ANNOUNCED = { announcedAt: { $exists: true } };
const WAITING = { announcedAt: { $exists: false } };
const WITHOUT_EVENT = { announcedAt: '', outbox: '', outboxDueAt: '', outboxClaim: '' } as const;
const BATCH = 500;

type Options = { connection: Connection; onEvents: () => void };

/** Opens the addresses that wait for a sale. Waits for the unique index: without it, an address could get two mails. */
export const openSaleNotices = async ({
  connection,
  onEvents,
}: Options): Promise<{ saleNotices: SaleNoticeRepository; outbox: OutboxStore }> => {
  const model = connection.model<SaleNoticeDocument>('SaleNotice', saleNoticeSchema);
  await model.init();

  const saleNotices: SaleNoticeRepository = {
    add: async ({ contestId, contestVersion, email, requestedAt }) => {
      try {
        await model.create({ _id: uuid(), contestId, email, contestVersion, requestedAt });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const earlier = { contestId, email, contestVersion: { $lt: contestVersion } };
        await model.updateOne(earlier, { $set: { contestVersion, requestedAt }, $unset: WITHOUT_EVENT });
      }
    },

    has: async ({ contestId, email }) => (await model.exists({ contestId, email })) !== null,

    countWaiting: (contestId) => model.countDocuments({ contestId, ...WAITING }),

    listContestIds: () => model.distinct('contestId'),

    announce: async ({ contestId, contestVersion, announcedAt, eventFor }) => {
      // A relay that crashed between publishing and deleting leaves these.
      await model.deleteMany({ contestId, ...ANNOUNCED, outbox: { $exists: false } });
      const waiting = { contestId, contestVersion: { $lte: contestVersion }, ...WAITING };
      for (;;) {
        const batch = await model.find(waiting, { email: 1 }).limit(BATCH).lean();
        if (batch.length === 0) return;
        const writes = batch.map(({ _id, email }) => {
          const update = { ...appendToOutbox([eventFor(email)]), $set: { announcedAt, contestVersion } };
          return { updateOne: { filter: { ...waiting, _id }, update } };
        });
        await model.bulkWrite(writes, { ordered: false });
        onEvents();
      }
    },

    withdraw: async ({ contestId, contestVersion, keepsWaiting }) => {
      await model.deleteMany({ contestId, contestVersion: { $lte: contestVersion }, ...(keepsWaiting ? ANNOUNCED : {}) });
    },

    removeContest: async (contestId) => {
      await model.deleteMany({ contestId });
    },

    listByEmail: async (email) => {
      const found = await model.find({ email }, { contestId: 1, requestedAt: 1 }).sort({ requestedAt: -1 }).lean();
      return found.map(({ contestId, requestedAt }) => ({ contestId, requestedAt }));
    },

    removeWaiting: async ({ email, until }) => {
      await model.deleteMany({ email, requestedAt: { $lte: until }, ...WAITING });
    },
  };
  return { saleNotices, outbox: createOutboxStore(model.collection, { removeWhen: ANNOUNCED }) };
};
