import { DAY } from '@stagereel/contracts';
import { appendToOutbox, outboxFields } from '@stagereel/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';
import type { Lookup, LookupStore } from '../domain/ports.ts';

type LookupDocument = Omit<Lookup, 'id'> & {
  _id: string;
  /** Since when it waits for its answer; gone once it has one. */
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
schema.index({ askedAt: 1 }, { expireAfterSeconds: DAY });

/** A look-up that has its answer is of no more use once the event is out; the outbox relay removes it then. */
export const answeredLookups = { openSince: { $exists: false } };

export const connectLookupModel = async (connection: Connection): Promise<Model<LookupDocument>> => {
  const model = connection.model<LookupDocument>('Lookup', schema);
  await model.init();
  return model;
};

/** Look-ups in MongoDB. `onEvents` is called after every write that put an event into an outbox. */
export const createLookupStore = ({ model, onEvents }: { model: Model<LookupDocument>; onEvents: () => void }): LookupStore => ({
  add: async ({ id, ...lookup }) => {
    await model.create({ _id: id, ...lookup, openSince: lookup.askedAt });
  },
  listOpen: async (limit) => {
    const open = await model
      .find({ openSince: { $exists: true } })
      .sort({ openSince: 1 })
      .limit(limit)
      .lean<LookupDocument[]>();
    return open.map(({ _id: id, orderNumber, email, askedAt, correlationId }) => ({ id, orderNumber, email, askedAt, correlationId }));
  },
  answer: async ({ id, event }) => {
    const open = { _id: id, openSince: { $exists: true } };
    if (!event) {
      await model.deleteOne(open);
      return;
    }
    const { $push, $set } = appendToOutbox([event]);
    await model.updateOne(open, { $unset: { openSince: '' }, $push, $set });
    onEvents();
  },
  removeAskedBefore: async (time) => {
    await model.deleteMany({ askedAt: { $lt: time } });
  },
});
