import { LOOKUP_SECONDS } from '@stagereel/contracts';
import { appendToOutbox, outboxFields } from '@stagereel/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';
import type { Lookup, LookupStore } from '../domain/lookup/lookup-store.ts';

type LookupDocument = Omit<Lookup, 'id' | 'requestedAt'> & {
  _id: string;
  /** The time of the request. */
  askedAt: Date;
  /** Set until the lookup is processed. */
  openSince?: Date;
};

const text = { type: String, required: true };

const schema = new Schema<LookupDocument>(
  {
    _id: String,
    orderNumber: text,
    email: text,
    askedAt: { type: Date, required: true },
    correlationId: text,
    openSince: Date,
    ...outboxFields,
  },
  { versionKey: false },
);
schema.index({ openSince: 1 }, { sparse: true });
schema.index({ outboxDueAt: 1 }, { sparse: true });
schema.index({ askedAt: 1 }, { expireAfterSeconds: LOOKUP_SECONDS });

const open = { openSince: { $exists: true } };
/** The relay deletes a processed lookup after it has published the event. */
export const processedLookups = { openSince: { $exists: false } };

export const connectLookupModel = async (connection: Connection): Promise<Model<LookupDocument>> => {
  const model = connection.model<LookupDocument>('Lookup', schema);
  await model.init();
  return model;
};

const toLookup = ({ _id: id, askedAt: requestedAt, orderNumber, email, correlationId }: LookupDocument): Lookup => ({
  id,
  orderNumber,
  email,
  requestedAt,
  correlationId,
});

/** `onEvents` is called after every write that put an event into an outbox. */
export const createLookupStore = ({ model, onEvents }: { model: Model<LookupDocument>; onEvents: () => void }): LookupStore => ({
  add: async ({ id, requestedAt, ...lookup }) => {
    await model.create({ _id: id, ...lookup, askedAt: requestedAt, openSince: requestedAt });
  },
  listOpen: async (limit) => {
    const documents = await model.find(open).sort({ openSince: 1 }).limit(limit).lean<LookupDocument[]>();
    return documents.map(toLookup);
  },
  listByEmail: async (email) => (await model.find({ email }).sort({ askedAt: -1 }).lean<LookupDocument[]>()).map(toLookup),
  complete: async ({ id, event }) => {
    if (!event) {
      await model.deleteOne({ _id: id, ...open });
      return;
    }
    await model.updateOne({ _id: id, ...open }, { $unset: { openSince: '' }, ...appendToOutbox([event]) });
    onEvents();
  },
  removeRequestedBefore: async (time) => {
    await model.deleteMany({ askedAt: { $lt: time } });
  },
});
