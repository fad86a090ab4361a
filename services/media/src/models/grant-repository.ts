import { isDuplicateKey } from '@stagereel/service-kit';
import type { Grant, GrantStore } from '../domain/downloads/grants.ts';
import type { GrantDocument, GrantModel } from './grant.model.ts';

/** Whoever presses the button more often within a minute loses the oldest ticket. */
const MOST_TICKETS = 50;

const toGrant = ({ _id, ...fields }: GrantDocument): Grant => ({ claimId: _id, ...fields });

export const createGrantRepository = (model: GrantModel): GrantStore => {
  const addTicket: GrantStore['addTicket'] = async ({ grant: { claimId, ...grant }, ticket }) => {
    const update = { $setOnInsert: { ...grant, revision: 0 }, $push: { tickets: { $each: [ticket], $slice: -MOST_TICKETS } } };
    await model.updateOne({ _id: claimId }, update as object, { upsert: true });
  };

  return {
    addTicket: async (input) => {
      try {
        await addTicket(input);
      } catch (error) {
        // Two first tickets at once: one made the grant, the other finds it.
        if (!isDuplicateKey(error)) throw error;
        await addTicket(input);
      }
    },

    find: async (claimId) => {
      const row = await model.findOne({ _id: claimId }).lean();
      return row && toGrant(row);
    },

    findByTicket: async (token) => {
      const row = await model.findOne({ 'tickets.token': token }).lean();
      return row && toGrant(row);
    },

    begin: async ({ token, at }) => {
      await model.updateOne({ 'tickets.token': token }, { $set: { 'tickets.$.begunAt': at } });
    },

    saveLedger: async ({ claimId, revision, ledger }) => {
      const { matchedCount } = await model.updateOne({ _id: claimId, revision }, { $set: { ledger, revision: revision + 1 } } as object);
      return matchedCount === 1;
    },

    removeEndedBefore: async (time) => {
      await model.deleteMany({ until: { $lt: time } });
    },
  };
};
