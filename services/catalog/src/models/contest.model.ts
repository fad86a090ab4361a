import { SITE_STATUSES } from '@stagereel/contracts';
import { outboxFields } from '@stagereel/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';
import type { CategoryRecord, ContestRecord } from '../domain/contest/contest.ts';

/** A tombstone (`deletedAt`) has no slug, so that another contest can use it, and none of the entered texts. */
export type ContestDocument = Omit<ContestRecord, 'id' | 'slug'> & { _id: string; slug?: string; coverRevision?: number; deletedAt?: Date };
export type ContestModel = Model<ContestDocument>;

const text = { type: String, required: true };
/** Not `required`: Mongoose would refuse the empty text. */
const optionalText = { type: String, default: '' };
const flag = { type: Boolean, required: true };

const categorySchema = new Schema<CategoryRecord>(
  { id: text, name: text, color: text, createdAt: { type: Date, required: true } },
  { _id: false },
);

/** Categories and price description are embedded, so that each change of a contest is one atomic write. */
const contestSchema = new Schema<ContestDocument>(
  {
    _id: text,
    name: optionalText,
    slug: String,
    date: optionalText,
    location: optionalText,
    coverImage: { type: String, default: null },
    hasSamples: { type: Boolean, default: false },
    sampleVideo: { type: Schema.Types.Mixed, default: null },
    /** The revision in the event that set cover and samples. */
    coverRevision: Number,
    sitePublicStatus: { ...text, enum: SITE_STATUSES },
    videoPublished: flag,
    photoPublished: flag,
    scheduledPublishDate: { type: Date, default: null },
    isComingSoon: { type: Boolean, default: false },
    categories: { type: [categorySchema], default: [] },
    priceDescription: { type: Schema.Types.Mixed, default: null },
    priceDescriptionVersion: { type: Number, default: 0 },
    version: { type: Number, required: true },
    revision: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    deletedAt: Date,
    ...outboxFields,
  },
  { collection: 'contests', versionKey: false, minimize: false },
);
contestSchema.index({ slug: 1 }, { unique: true, sparse: true });
contestSchema.index({ sitePublicStatus: 1, scheduledPublishDate: 1 });
contestSchema.index({ deletedAt: 1 }, { sparse: true });
contestSchema.index({ outboxDueAt: 1 }, { sparse: true });

export const createContestModel = (connection: Connection): ContestModel => connection.model<ContestDocument>('Contest', contestSchema);
