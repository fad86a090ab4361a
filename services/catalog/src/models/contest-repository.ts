import { isDuplicateKey, withInitialEvents } from '@stagereel/service-kit';
import type { ContestListItem, ContestRecord, ContestRepository } from '../domain/contest/contest.ts';
import { PUBLISHED, UNPUBLISHED } from '../domain/contest/publication.ts';
import type { ContestDocument, ContestModel } from './contest.model.ts';
import { withEvents } from './with-events.ts';

const LIST_FIELDS = {
  name: 1,
  slug: 1,
  date: 1,
  location: 1,
  coverImage: 1,
  sitePublicStatus: 1,
  videoPublished: 1,
  photoPublished: 1,
  scheduledPublishDate: 1,
  createdAt: 1,
  version: 1,
  revision: 1,
  isComingSoon: 1,
  hasSamples: 1,
  sampleVideo: 1,
} as const;
const RECORD_FIELDS = { ...LIST_FIELDS, categories: 1, priceDescription: 1, priceDescriptionVersion: 1 } as const;

const NO_MEDIA = { coverImage: null, hasSamples: false, sampleVideo: null };
/** Replaces everything that an admin entered. */
const TOMBSTONE = { name: '', date: '', location: '', categories: [], priceDescription: null, ...NO_MEDIA, ...UNPUBLISHED };

type ListFields = Pick<ContestDocument, '_id' | keyof typeof LIST_FIELDS>;
type RecordFields = Pick<ContestDocument, '_id' | keyof typeof RECORD_FIELDS>;

const toListItem = ({ _id: id, slug = '', ...fields }: ListFields): ContestListItem => ({ id, slug, ...fields });
const toRecord = ({ _id: id, slug = '', ...fields }: RecordFields): ContestRecord => ({ id, slug, ...fields });

const dueAt = (now: Date) => ({ sitePublicStatus: '公開予約', scheduledPublishDate: { $lte: now }, deletedAt: null }) as const;

/** Calls `onEvents` after every write that stored events in a document. */
export const createContestRepository = ({ model, onEvents }: { model: ContestModel; onEvents: () => void }): ContestRepository => ({
  list: async () => (await model.find({ deletedAt: null }, LIST_FIELDS).sort({ createdAt: -1, _id: -1 }).lean()).map(toListItem),

  find: async (id) => {
    const document = await model.findOne({ _id: id, deletedAt: null }, RECORD_FIELDS).lean();
    return document && toRecord(document);
  },

  findMany: async (ids) => (await model.find({ _id: { $in: ids }, deletedAt: null }, LIST_FIELDS).lean()).map(toListItem),

  insert: async ({ contest: { id, ...contest }, events }) => {
    try {
      await model.create({ _id: id, ...contest, ...withInitialEvents(events) });
    } catch (error) {
      if (isDuplicateKey(error, 'slug')) return 'slug-taken';
      throw error;
    }
    onEvents();
    return 'inserted';
  },

  change: async ({ id, revision, set, events }) => {
    const update = withEvents({ $set: set, $inc: { revision: 1 } }, events);
    try {
      const { matchedCount } = await model.updateOne({ _id: id, revision, deletedAt: null }, update);
      if (matchedCount === 0) return 'outdated';
    } catch (error) {
      if (isDuplicateKey(error, 'slug')) return 'slug-taken';
      throw error;
    }
    if (events.length > 0) onEvents();
    return 'changed';
  },

  incrementRevision: async ({ id, categories }) => {
    const hasAll = categories.length > 0 ? { 'categories.name': { $all: categories } } : {};
    const { matchedCount } = await model.updateOne({ _id: id, deletedAt: null, ...hasAll }, { $inc: { revision: 1 } });
    return matchedCount === 1;
  },

  setMedia: async ({ id, media, coverRevision }) => {
    const isOlder = { $or: [{ coverRevision: { $exists: false } }, { coverRevision: { $lt: coverRevision } }] };
    await model.updateOne({ _id: id, deletedAt: null, ...isOlder }, { $set: { ...media, coverRevision } });
  },

  appendEvents: async ({ id, events }) => {
    const { matchedCount } = await model.updateOne({ _id: id, deletedAt: null }, withEvents({}, events));
    if (matchedCount === 0) return false;
    onEvents();
    return true;
  },

  replaceByTombstone: async ({ id, revision, deletedAt, events }) => {
    const update = {
      $set: { ...TOMBSTONE, deletedAt },
      $unset: { slug: '' as const },
      $inc: { revision: 1 },
    };
    const { matchedCount } = await model.updateOne({ _id: id, revision, deletedAt: null }, withEvents(update, events));
    if (matchedCount === 0) return false;
    onEvents();
    return true;
  },

  listDue: async (now) => (await model.find(dueAt(now), { _id: 1 }).lean()).map(({ _id }) => _id),

  publishDue: async ({ ids, now }) => {
    await model.updateMany({ _id: { $in: ids }, ...dueAt(now) }, { $set: PUBLISHED, $inc: { revision: 1, version: 1 } });
  },

  listTombstones: async () => {
    const tombstones = await model.find({ deletedAt: { $exists: true } }, { deletedAt: 1 }).lean();
    return tombstones.flatMap(({ _id, deletedAt }) => (deletedAt ? [{ id: _id, deletedAt }] : []));
  },

  removeTombstone: async (id) => {
    await model.deleteOne({ _id: id, deletedAt: { $exists: true }, outbox: { $exists: false } });
  },
});
