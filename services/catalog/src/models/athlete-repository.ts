import { bornWithEvents, isDuplicateKey } from '@stagereel/service-kit';
import { liveKeyOf } from '../domain/live-key.ts';
import type { AthleteRepository } from '../domain/ports.ts';
import type { AthleteRecord } from '../domain/records.ts';
import type { AthleteDocument, AthleteModel } from './athlete.model.ts';
import { duplicatesOf } from './bulk-duplicates.ts';
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

type RecordRow = Pick<AthleteDocument, '_id' | keyof typeof RECORD_FIELDS>;

const toRecord = ({ _id, ...fields }: RecordRow): AthleteRecord => ({ id: _id, ...fields });

const toRow = ({ id, ...athlete }: AthleteRecord) => ({
  ...athlete,
  _id: id,
  ...(athlete.isDeleted ? {} : { liveKey: liveKeyOf(athlete) }),
});

const toUpdate = (athlete: AthleteRecord) => {
  const { _id, ...fields } = toRow(athlete);
  return { $set: fields, ...(athlete.isDeleted ? { $unset: { liveKey: '' as const } } : {}) };
};

/** What remains when an athlete is erased: nothing of the person, and no contest to be found in. */
const erasure = () => ({
  $set: { purgedAt: new Date(), name: null },
  $unset: { contestId: '', athleteNumber: '', category: '', liveKey: '' } as const,
});
const WITHOUT_EVENTS = { outbox: { $exists: false } } as const;

type Options = { model: AthleteModel; onEvents: () => void };

/** Removes what waits for no event, and erases the rest until its events are out. Answers how many athletes it found. */
const purgeWhere = async (model: AthleteModel, found: Record<string, unknown>): Promise<number> => {
  const { deletedCount } = await model.deleteMany({ ...found, ...WITHOUT_EVENTS });
  const { modifiedCount } = await model.updateMany(found, erasure());
  return deletedCount + modifiedCount;
};

/** `onEvents` is called after every write that left events in a document. */
export const createAthleteRepository = ({ model, onEvents }: Options): AthleteRepository => ({
  list: async ({ contestId, includeDeleted }) => {
    const which = includeDeleted ? {} : { isDeleted: false };
    return (await model.find({ contestId, ...which }, RECORD_FIELDS).lean()).map(toRecord);
  },

  find: async ({ contestId, id }) => {
    const row = await model.findOne({ _id: id, contestId }, RECORD_FIELDS).lean();
    return row && toRecord(row);
  },

  findMany: async ({ contestId, ids }) => (await model.find({ _id: { $in: ids }, contestId }, RECORD_FIELDS).lean()).map(toRecord),

  findLiving: async (keys) => (await model.find({ liveKey: { $in: keys.map(liveKeyOf) } }, RECORD_FIELDS).lean()).map(toRecord),

  isCategoryUsed: async ({ contestId, category }) => (await model.exists({ contestId, category, isDeleted: false })) !== null,

  insert: async ({ athlete, events }) => {
    try {
      await model.create({ ...toRow(athlete), ...bornWithEvents(events) });
    } catch (error) {
      if (isDuplicateKey(error, 'liveKey')) return 'number-taken';
      throw error;
    }
    onEvents();
    return 'inserted';
  },

  insertMany: async (athletes) => {
    try {
      // A document object for each of thousands of rows costs more than the write; lean makes none.
      await model.insertMany(athletes.map(toRow), { ordered: false, lean: true });
      return new Set();
    } catch (error) {
      return duplicatesOf(error).indexes;
    }
  },

  change: async ({ athlete, events }) => {
    const which = { _id: athlete.id, contestId: athlete.contestId, version: athlete.version - 1 };
    try {
      const { matchedCount } = await model.updateOne(which, withEvents(toUpdate(athlete), events));
      if (matchedCount === 0) return 'outdated';
    } catch (error) {
      if (isDuplicateKey(error, 'liveKey')) return 'number-taken';
      throw error;
    }
    onEvents();
    return 'changed';
  },

  changeMany: async (athletes) => {
    if (athletes.length === 0) return 0;
    const writes = athletes.map((athlete) => ({
      updateOne: { filter: { _id: athlete.id, contestId: athlete.contestId, version: athlete.version - 1 }, update: toUpdate(athlete) },
    }));
    try {
      return (await model.bulkWrite(writes, { ordered: false })).matchedCount;
    } catch (error) {
      return duplicatesOf(error).matchedCount;
    }
  },

  setOnMany: async ({ contestId, ids, set }) =>
    (await model.updateMany({ _id: { $in: ids }, contestId }, { $set: set, $inc: { version: 1 } })).matchedCount,

  purge: async ({ contestId, id, events }) => {
    const { matchedCount } = await model.updateOne({ _id: id, contestId, isDeleted: true }, withEvents(erasure(), events));
    if (matchedCount === 0) return false;
    onEvents();
    return true;
  },

  purgeMany: ({ contestId, ids }) => purgeWhere(model, { _id: { $in: ids }, contestId, isDeleted: true }),

  purgeContest: async (contestId) => {
    await purgeWhere(model, { contestId });
  },

  removePurged: async () => {
    await model.deleteMany({ purgedAt: { $exists: true }, ...WITHOUT_EVENTS });
  },
});
