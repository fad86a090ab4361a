import { randomUUID } from 'node:crypto';
import { type EventEnvelope, mediaCategorySchema } from '@stagereel/contracts';
import { appendToOutbox, isDuplicateKey, MAX_READ, withInitialEvents } from '@stagereel/service-kit';
import type { MediaRecord, MediaRepository, StoredFile } from '../domain/library/media.ts';
import { mediaIdOf } from '../domain/storage/storage.ts';
import type { MediaDocument, MediaModel } from './media.model.ts';

const toRecord = (row: MediaDocument): MediaRecord => ({
  id: row._id,
  contestId: row.contestId,
  category: row.category,
  type: row.type,
  originalName: row.originalName,
  uploadedHash: row.uploadedHash,
  uploadedAt: row.uploadedAt,
  displayOrder: row.displayOrder,
  lineId: row.lineId,
  original: row.original,
  durationSeconds: row.durationSeconds,
  reading: row.reading,
  thumbnail: row.thumbnail,
  poster: row.poster,
  variants: row.variants,
  preview: row.preview,
  processing: row.processing,
});

type Update = { $set?: Record<string, unknown>; $unset?: Record<string, ''> };

const withEvents = (update: Update, events: readonly EventEnvelope[]) => {
  if (events.length === 0) return update;
  return { ...update, ...appendToOutbox(events) };
};

const filesOf = ({ original, thumbnail, poster, variants, preview }: Pick<MediaDocument, keyof typeof FILES>) =>
  [original, thumbnail, poster, ...variants, preview].filter((file): file is StoredFile => Boolean(file));

const FILES = { original: 1, thumbnail: 1, poster: 1, variants: 1, preview: 1 } as const;
/** Everything but finished videos, of which a contest has thousands. */
const LIBRARY = { category: { $in: mediaCategorySchema.options } };
const NO_PROCESSING = { processingDueAt: '', processingToken: '' } as const;
const PROCESSING_FAILED = { $set: { processing: 'failed' }, $unset: NO_PROCESSING } as const;

const exhausted = ({ now, attempts }: { now: Date; attempts: number }) => ({
  processingDueAt: { $lte: now },
  processingAttempts: { $gte: attempts },
  deletedAt: null,
});

/** `onEvents` is called after every write that stored events in the outbox. */
export const createMediaRepository = ({ model, onEvents }: { model: MediaModel; onEvents: () => void }): MediaRepository => {
  const change = async ({ id, update, events }: { id: string; update: Update; events: EventEnvelope[] }): Promise<boolean> => {
    const { matchedCount } = await model.updateOne({ _id: id, deletedAt: null }, withEvents(update, events));
    if (matchedCount === 1 && events.length > 0) onEvents();
    return matchedCount === 1;
  };

  return {
    insert: async ({ media: { id, ...media }, events }) => {
      try {
        await model.create({ _id: id, ...media, processingDueAt: media.uploadedAt, ...withInitialEvents(events) });
        onEvents();
      } catch (error) {
        // It exists or was deleted.
        if (!isDuplicateKey(error)) throw error;
      }
    },

    find: async (id) => {
      const row = await model.findOne({ _id: id, deletedAt: null }).lean();
      return row && toRecord(row);
    },

    listByContest: async (contestId) => {
      const rows = await model
        .find({ contestId, ...LIBRARY, deletedAt: null })
        .sort({ displayOrder: 1, uploadedAt: 1 })
        .lean();
      return rows.map(toRecord);
    },

    setDisplayOrder: ({ id, displayOrder, events }) => change({ id, update: { $set: { displayOrder } }, events }),

    setThumbnail: ({ id, thumbnail, events }) => change({ id, update: { $set: { thumbnail } }, events }),

    erase: async ({ id, events }) => {
      const update = {
        $set: { deletedAt: new Date(), originalName: '', thumbnail: null, poster: null, variants: [], preview: null },
        $unset: NO_PROCESSING,
      };
      const isErased = await change({ id, update, events });
      if (events.length === 0) await model.deleteOne({ _id: id, deletedAt: { $exists: true }, outbox: { $exists: false } });
      return isErased;
    },

    findPublicFile: async (hash) => {
      const fields = ['original', 'thumbnail', 'poster', 'variants'].map((field) => ({ [`${field}.hash`]: hash }));
      const row = await model.findOne({ $or: fields, ...LIBRARY, deletedAt: null }, FILES).lean();
      return (row && filesOf(row).find((file) => file.hash === hash)) ?? null;
    },

    findPreview: async (hash) => {
      const fields = ['preview', 'poster'].map((field) => ({ [`${field}.hash`]: hash }));
      const row = await model.findOne({ $or: fields, category: 'finished', deletedAt: null }, { preview: 1, poster: 1 }).lean();
      return [row?.preview, row?.poster].find((file) => file?.hash === hash) ?? null;
    },

    listFinishedByContent: async (hashes) => {
      const rows = await model
        .find({ 'original.hash': { $in: hashes }, category: 'finished', deletedAt: null }, { original: 1, lineId: 1 })
        .lean();
      return rows.flatMap(({ _id: id, original: { hash }, lineId }) => (lineId === null ? [] : [{ id, hash, lineId }]));
    },

    listFinishedBefore: async (time) => {
      const rows = await model
        .find({ category: 'finished', uploadedAt: { $lt: time }, deletedAt: null })
        .sort({ uploadedAt: 1 })
        .lean();
      return rows.map(toRecord);
    },

    claimProcessing: async ({ now, until, attempts }) => {
      const token = randomUUID();
      const row = await model
        .findOneAndUpdate(
          { processingDueAt: { $lte: now }, processingAttempts: { $lt: attempts }, deletedAt: null },
          { $set: { processingDueAt: until, processingToken: token }, $inc: { processingAttempts: 1 } },
          { sort: { processingDueAt: 1 }, returnDocument: 'after' },
        )
        .lean();
      return row && { media: toRecord(row), token, attempt: row.processingAttempts };
    },

    extendProcessing: async ({ id, token, until }) => {
      const { matchedCount } = await model.updateOne({ _id: id, processingToken: token }, { $set: { processingDueAt: until } });
      return matchedCount === 1;
    },

    readProcessingBacklog: async (now) => {
      const due = await model
        .find({ processingDueAt: { $lte: now } }, { processingDueAt: 1 })
        .sort({ processingDueAt: 1 })
        .limit(MAX_READ)
        .lean();
      return { count: due.length, oldest: due[0]?.processingDueAt };
    },
    listExhausted: async (input) => (await model.find(exhausted(input), { _id: 1 }).lean()).map(({ _id }) => _id),

    failExhaustedProcessing: async ({ ids, ...input }) => {
      const { modifiedCount } = await model.updateMany({ _id: { $in: ids }, ...exhausted(input) }, PROCESSING_FAILED);
      return modifiedCount;
    },

    releaseProcessing: async ({ id, token, now }) => {
      const released = { $set: { processingDueAt: now }, $unset: { processingToken: '' as const }, $inc: { processingAttempts: -1 } };
      await model.updateOne({ _id: id, processingToken: token }, released);
    },

    finishProcessing: async ({ id, token, processed: { width, height, ...processed } }) => {
      const fields = { ...processed, 'original.width': width, 'original.height': height, processing: 'ready' };
      const { matchedCount } = await model.updateOne({ _id: id, processingToken: token }, { $set: fields, $unset: NO_PROCESSING });
      return matchedCount === 1;
    },

    failProcessing: async ({ id, token, retryAt }) => {
      const retry = { $set: { processingDueAt: retryAt }, $unset: { processingToken: '' as const } };
      await model.updateOne({ _id: id, processingToken: token }, retryAt ? retry : PROCESSING_FAILED);
    },

    storedBytes: async () => {
      const rows = await model.aggregate<{ total: number }>([
        { $match: { deletedAt: null } },
        { $group: { _id: null, total: { $sum: '$original.size' } } },
      ]);
      return rows[0]?.total ?? 0;
    },

    filterUnknownKeys: async (keys) => {
      const rows = await model.find({ _id: { $in: keys.map(mediaIdOf) }, deletedAt: null }, FILES).lean();
      const known = new Set(rows.flatMap((row) => filesOf(row).map(({ key }) => key)));
      return keys.filter((key) => !known.has(key));
    },

    listContestsWithLibraryMedia: () => model.distinct('contestId', { ...LIBRARY, deletedAt: null }),
  };
};
