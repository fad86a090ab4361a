import { isDuplicateKey } from '@stagereel/service-kit';
import type { Grant, GrantStore } from '../domain/downloads/grants.ts';
import { emptyLedger } from '../domain/downloads/ledger.ts';
import type { GrantDocument, GrantModel } from './grant.model.ts';

/** Whoever presses the button more often within a minute loses the oldest ticket. */
const MOST_TICKETS = 50;

const toGrant = ({ _id, endedAt, ledger, ...fields }: GrantDocument): Grant => ({
  ...fields,
  // A grant of an earlier version knows of nothing that is on its way.
  ledger: { ...ledger, open: ledger.open ?? [] },
  claimId: _id,
  endedAt: endedAt ?? null,
});

/** What is kept of a claim that ended before its first ticket came: it is in the way of that ticket. */
const nothingGranted = { mediaId: '', browser: '', title: '', ledger: emptyLedger(0), tickets: [] };

/** Two that make one grant at once: the later finds what the faster has made. */
const whoeverIsFirst = async (write: () => Promise<unknown>): Promise<void> => {
  try {
    await write();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    await write();
  }
};

export const createGrantRepository = (model: GrantModel): GrantStore => {
  const addTicket: GrantStore['addTicket'] = async ({ grant: { claimId, ...grant }, ticket }) => {
    const update = { $setOnInsert: { ...grant, revision: 0 }, $push: { tickets: { $each: [ticket], $slice: -MOST_TICKETS } } };
    await model.updateOne({ _id: claimId }, update as object, { upsert: true });
  };

  return {
    addTicket: (input) => whoeverIsFirst(() => addTicket(input)),

    find: async (claimId) => {
      const row = await model.findOne({ _id: claimId, endedAt: { $exists: false } }).lean();
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

    end: ({ claimId, until, at }) =>
      whoeverIsFirst(() => {
        // The revision is what the ledger is counted by: nobody counts on.
        const update = { $set: { endedAt: at }, $inc: { revision: 1 }, $setOnInsert: { ...nothingGranted, until } };
        return model.updateOne({ _id: claimId }, update, { upsert: true });
      }),

    removeEndedBefore: async (time) => {
      await model.deleteMany({ until: { $lt: time } });
    },
  };
};
