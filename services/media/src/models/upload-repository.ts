import { isDuplicateKey } from '@stagereel/service-kit';
import type { UploadRepository } from '../domain/ports.ts';
import type { UploadRecord } from '../domain/records.ts';
import type { UploadDocument, UploadModel } from './upload.model.ts';

const UNDER_WAY: UploadRecord['state'][] = ['open', 'checking'];

const toRecord = ({ _id, requestKey, isBegun, ...fields }: UploadDocument): UploadRecord => ({
  ...fields,
  id: _id,
  requestKey: requestKey ?? null,
  isBegun: isBegun ?? true,
});

export const createUploadRepository = (model: UploadModel): UploadRepository => ({
  insert: async ({ id, requestKey, ...upload }) => {
    try {
      await model.create({ _id: id, ...upload, ...(requestKey !== null && { requestKey }) });
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
  },

  findByRequest: async (requestKey) => {
    const row = await model.findOne({ requestKey }).lean();
    return row && toRecord(row);
  },

  find: async ({ id, contestId }) => {
    const row = await model.findOne({ _id: id, contestId }).lean();
    return row && toRecord(row);
  },

  touch: async ({ id, now }) => {
    const { matchedCount } = await model.updateOne({ _id: id, state: 'open' }, { $set: { touchedAt: now, isBegun: true } });
    return matchedCount === 1;
  },

  startCheck: async ({ id, checkId, now }) => {
    await model.updateOne({ _id: id, state: { $in: UNDER_WAY } }, { $set: { touchedAt: now, isBegun: true } });
    await model.updateOne({ _id: id, state: 'open' }, { $set: { state: 'checking', checkId } });
    const row = await model.findOne({ _id: id }).lean();
    return row && toRecord(row);
  },

  reopen: async ({ id, checkId }) => {
    await model.updateOne({ _id: id, state: 'checking', checkId }, { $set: { state: 'open', checkId: null } });
  },

  complete: async ({ id, checkId, media }) => {
    const { matchedCount } = await model.updateOne({ _id: id, state: 'checking', checkId }, { $set: { state: 'completed', media } });
    return matchedCount === 1;
  },

  refuse: async ({ id, checkId, refusal }) => {
    const { matchedCount } = await model.updateOne({ _id: id, state: 'checking', checkId }, { $set: { state: 'refused', refusal } });
    return matchedCount === 1;
  },

  settle: async (id) => {
    await model.updateOne({ _id: id, state: 'completed' }, { $set: { isSettled: true } });
  },

  remove: async (id) => {
    await model.deleteOne({ _id: id });
  },

  discard: async ({ id, states, untouchedSince, isUnbegun }) => {
    const isStale = { ...(untouchedSince && { touchedAt: { $lt: untouchedSince } }), ...(isUnbegun && { isBegun: false }) };
    const { deletedCount } = await model.deleteOne({ _id: id, state: { $in: states }, isSettled: false, ...isStale });
    return deletedCount === 1;
  },

  listUnsettled: async () => (await model.find({ state: 'completed', isSettled: false }).lean()).map(toRecord),

  listUntouchedSince: async (time) => (await model.find({ touchedAt: { $lt: time } }).lean()).map(toRecord),

  listUnbegunSince: async (time) => (await model.find({ touchedAt: { $lt: time }, isBegun: false, state: 'open' }).lean()).map(toRecord),

  ofContest: async (contestId) => (await model.find({ contestId }).lean()).map(toRecord),

  open: async () => {
    const rows = await model.find({ state: { $in: UNDER_WAY } }, { fileSize: 1 }).lean();
    return { ids: rows.map(({ _id }) => _id), bytes: rows.reduce((sum, { fileSize }) => sum + fileSize, 0) };
  },

  unknownOf: async (keys) => {
    const rows = await model.find({ _id: { $in: keys }, state: { $ne: 'refused' }, isSettled: false }, { _id: 1 }).lean();
    const known = new Set(rows.map(({ _id }) => _id));
    return keys.filter((key) => !known.has(key));
  },
});
