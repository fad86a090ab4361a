import { bornWithEvents, isDuplicateKey } from '@stagereel/service-kit';
import { liveKeyOf } from '../domain/live-key.ts';
import type { AthleteChange, AthleteRepository } from '../domain/ports.ts';
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

/** Only what differs: of thousands of writes each field costs. */
const toChange = ({ before, after }: AthleteChange) => {
  const [row, stored] = [toRow(after), new Map<string, unknown>(Object.entries(toRow(before)))];
  const $set = Object.fromEntries(Object.entries(row).filter(([field, value]) => stored.get(field) !== value));
  return { $set, ...(after.isDeleted ? { $unset: { liveKey: '' as const } } : {}) };
};

/** An athlete keeps its contest for as long as it has a version, so the contest need not be asked for. */
const atVersion = ({ id, version }: AthleteRecord) => ({ _id: id, version });

/** What remains when an athlete is erased: nothing of the person, no contest to be found in, and no version anybody has seen. */
const erasure = () => ({
  $set: { purgedAt: new Date(), name: null },
  $unset: { contestId: '', athleteNumber: '', category: '', liveKey: '' } as const,
  $inc: { version: 1 },
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
    const row = await model.findOne({ _id: id }, RECORD_FIELDS).lean();
    return row?.contestId === contestId ? toRecord(row) : null;
  },

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
    const seen = atVersion({ ...athlete, version: athlete.version - 1 });
    try {
      const { matchedCount } = await model.updateOne(seen, withEvents(toUpdate(athlete), events));
      if (matchedCount === 0) return 'outdated';
    } catch (error) {
      if (isDuplicateKey(error, 'liveKey')) return 'number-taken';
      throw error;
    }
    onEvents();
    return 'changed';
  },

  changeMany: async (changes) => {
    if (changes.length === 0) return 0;
    const writes = changes.map((change) => ({ updateOne: { filter: atVersion(change.before), update: toChange(change) } }));
    try {
      return (await model.bulkWrite(writes, { ordered: false })).matchedCount;
    } catch (error) {
      return duplicatesOf(error).matchedCount;
    }
  },

  setOnMany: async ({ ids, set }) => {
    if (ids.length === 0) return 0;
    const writes = ids.map((id) => ({ updateOne: { filter: { _id: id }, update: { $set: set, $inc: { version: 1 } } } }));
    return (await model.bulkWrite(writes, { ordered: false })).matchedCount;
  },

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
