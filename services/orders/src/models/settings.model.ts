import { type ShopSettings, shopSettingsSchema } from '@stagereel/contracts';
import { appendToOutbox, isDuplicateKey, outboxFields } from '@stagereel/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';
import type { SettingsStore } from '../domain/settings/settings-store.ts';

/** A setting that was added after the last change is not stored yet. */
type SettingsDocument = { _id: string } & Partial<ShopSettings>;

const ID = 'shop';
const defaults: ShopSettings = {
  dailySummary: true,
  rejectedMailTask: true,
  claimReminder: true,
  expiryReminder: true,
  deliveryFeedback: true,
  version: 0,
};

const schema = new Schema<SettingsDocument>(
  {
    _id: String,
    dailySummary: Boolean,
    rejectedMailTask: Boolean,
    claimReminder: Boolean,
    expiryReminder: Boolean,
    deliveryFeedback: Boolean,
    version: Number,
    ...outboxFields,
  },
  { versionKey: false, collection: 'settings' },
);
schema.index({ outboxDueAt: 1 }, { sparse: true });

export const connectSettingsModel = async (connection: Connection): Promise<Model<SettingsDocument>> => {
  const model = connection.model<SettingsDocument>('Settings', schema);
  await model.init();
  return model;
};

const toSettings = (document: SettingsDocument | null): ShopSettings => shopSettingsSchema.parse({ ...defaults, ...document });

/** `onEvents` is called after every write that put an event into the outbox. */
export const createSettingsStore = ({ model, onEvents }: { model: Model<SettingsDocument>; onEvents: () => void }): SettingsStore => ({
  read: async () => toSettings(await model.findById(ID).lean<SettingsDocument>()),

  save: async ({ settings: { version, ...switches }, event }) => {
    try {
      const document = await model
        .findOneAndUpdate(
          { _id: ID, version },
          { $set: { ...switches, version: version + 1 }, ...appendToOutbox([event]) },
          // The first change creates the document. If another one has, the unique id refuses a second.
          { upsert: version === 0, returnDocument: 'after' },
        )
        .lean<SettingsDocument>();
      if (!document) return null;
      onEvents();
      return toSettings(document);
    } catch (error) {
      if (isDuplicateKey(error)) return null;
      throw error;
    }
  },
});
