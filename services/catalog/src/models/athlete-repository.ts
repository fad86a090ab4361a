import { FALLBACK_PRICE, ON_SALE } from '@stagereel/contracts';
import { isDuplicateKey, withInitialEvents } from '@stagereel/service-kit';
import mongoose from 'mongoose';
import type { AthleteChange, AthleteRecord, AthleteRepository } from '../domain/athlete/athlete.ts';
import type { AthleteDocument, AthleteModel } from './athlete.model.ts';
import { withEvents } from './with-events.ts';

const RECORD_FIELDS = {
  contestId: 1,
  athleteNumber: 1,
  name: 1,
  category: 1,
  videoStatus: 1,
  photoStatus: 1,
  verticalVideoPrice: 1,
  horizontalVideoPrice: 1,
  isDeleted: 1,
  version: 1,
} as const;

type RecordFields = Pick<AthleteDocument, '_id' | keyof typeof RECORD_FIELDS>;

const toRecord = ({ _id, ...fields }: RecordFields): AthleteRecord => ({ id: _id, ...fields });

const toDocument = ({ id, ...athlete }: AthleteRecord) => ({ ...athlete, _id: id });

/** Writes only the fields that differ, because in a bulk write each field costs time. */
const toChange = ({ before, after }: AthleteChange) => {
  const { version: _before, ...stored } = toDocument(before);
  const { version: _after, ...wanted } = toDocument(after);
  const storedValues = new Map<string, unknown>(Object.entries(stored));
  const $set = Object.fromEntries(Object.entries(wanted).filter(([field, value]) => storedValues.get(field) !== value));
  return { $set, $inc: { version: 1 } };
};

const onSale = (contestId: string) => ({ contestId, isDeleted: false, videoStatus: ON_SALE });

/** It needs no contestId: an athlete never changes its contest, and a tombstone has a new version. */
const unchanged = ({ id, version }: AthleteRecord) => ({ _id: id, version });

/** A tombstone has no personal data, no contest, and a version that no client has seen. */
const tombstone = () => ({
  $set: { purgedAt: new Date(), name: null, isDeleted: true },
  $unset: { contestId: '', athleteNumber: '', category: '' } as const,
  $inc: { version: 1 },
});
const WITHOUT_EVENTS = { outbox: { $exists: false } } as const;

/** Removes the matching athletes; those whose events wait become tombstones. Returns how many matched. */
const purgeWhere = async (model: AthleteModel, filter: Record<string, unknown>): Promise<number> => {
  const { deletedCount } = await model.deleteMany({ ...filter, ...WITHOUT_EVENTS });
  const { modifiedCount } = await model.updateMany(filter, tombstone());
  return deletedCount + modifiedCount;
};

const DUPLICATE_KEY = 11_000;

/**
 * The indexes of an unordered bulk write that a unique index refused, and how many updates matched a document.
 * @throws the error itself if any write failed for another reason
 */
const duplicatesOf = (error: unknown): { indexes: Set<number>; matchedCount: number } => {
  if (!(error instanceof mongoose.mongo.MongoBulkWriteError)) throw error;
  const failures = [error.writeErrors].flat();
  if (failures.length === 0 || failures.some(({ code }) => code !== DUPLICATE_KEY)) throw error;
  return { indexes: new Set(failures.map(({ index }) => index)), matchedCount: error.result.matchedCount };
};

type Options = { model: AthleteModel; onEvents: () => void };

/** Calls `onEvents` after every write that stored events in a document. */
export const createAthleteRepository = ({ model, onEvents }: Options): AthleteRepository => ({
  list: async ({ contestId, includeDeleted }) => {
    const filter = includeDeleted ? { contestId } : { contestId, isDeleted: false };
    return (await model.find(filter, RECORD_FIELDS).lean()).map(toRecord);
  },

  find: async ({ contestId, id }) => {
    const document = await model.findOne({ _id: id }, RECORD_FIELDS).lean();
    return document?.contestId === contestId ? toRecord(document) : null;
  },

  findByKeys: async (keys) => {
    const $or = keys.map(({ contestId, category, athleteNumber }) => ({ contestId, category, athleteNumber }));
    return (await model.find({ isDeleted: false, $or }, RECORD_FIELDS).lean()).map(toRecord);
  },

  listOnSale: async (contestId) => model.find(onSale(contestId), { _id: 0, category: 1, athleteNumber: 1, name: 1 }).lean(),

  summariseSale: async (contestId) => {
    const vertical = { $ifNull: ['$verticalVideoPrice', FALLBACK_PRICE] };
    const horizontal = { $ifNull: ['$horizontalVideoPrice', FALLBACK_PRICE] };
    const [summary] = await model.aggregate<Record<'count' | 'min' | 'max', number>>([
      { $match: onSale(contestId) },
      { $project: { min: { $min: [vertical, horizontal] }, max: { $max: [vertical, horizontal] } } },
      { $group: { _id: null, count: { $sum: 1 }, min: { $min: '$min' }, max: { $max: '$max' } } },
    ]);
    if (!summary) return { athleteCount: 0, priceRange: null };
    return { athleteCount: summary.count, priceRange: { min: summary.min, max: summary.max } };
  },

  isCategoryUsed: async ({ contestId, category }) => (await model.exists({ contestId, category, isDeleted: false })) !== null,

  insert: async ({ athlete, events }) => {
    try {
      await model.create({ ...toDocument(athlete), ...withInitialEvents(events) });
    } catch (error) {
      if (isDuplicateKey(error, 'athleteNumber')) return 'number-taken';
      throw error;
    }
    onEvents();
    return 'inserted';
  },

  insertMany: async (athletes) => {
    try {
      // Without lean, creating thousands of Mongoose documents takes longer than the write.
      await model.insertMany(athletes.map(toDocument), { ordered: false, lean: true });
      return new Set();
    } catch (error) {
      return duplicatesOf(error).indexes;
    }
  },

  change: async ({ before, after, events }) => {
    try {
      const { matchedCount } = await model.updateOne(unchanged(before), withEvents(toChange({ before, after }), events));
      if (matchedCount === 0) return 'outdated';
    } catch (error) {
      if (isDuplicateKey(error, 'athleteNumber')) return 'number-taken';
      throw error;
    }
    onEvents();
    return 'changed';
  },

  changeMany: async ({ changes }) => {
    if (changes.length === 0) return 0;
    const writes = changes.map((change) => ({ updateOne: { filter: unchanged(change.before), update: toChange(change) } }));
    try {
      return (await model.bulkWrite(writes, { ordered: false })).matchedCount;
    } catch (error) {
      return duplicatesOf(error).matchedCount;
    }
  },

  setOnMany: async ({ ids, set }) => (await model.updateMany({ _id: { $in: ids } }, { $set: set, $inc: { version: 1 } })).matchedCount,

  purge: async ({ contestId, id, events }) => {
    const { matchedCount } = await model.updateOne({ _id: id, contestId, isDeleted: true }, withEvents(tombstone(), events));
    if (matchedCount === 0) return false;
    onEvents();
    return true;
  },

  purgeMany: ({ contestId, ids }) => purgeWhere(model, { _id: { $in: ids }, contestId, isDeleted: true }),

  purgeContest: async (contestId) => {
    await purgeWhere(model, { contestId });
  },

  removeTombstones: async () => {
    await model.deleteMany({ purgedAt: { $exists: true }, ...WITHOUT_EVENTS });
  },
});
