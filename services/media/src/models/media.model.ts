import { outboxFields } from '@stagereel/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';
import type { MediaRecord, StoredFile } from '../domain/library/media.ts';

/** The document of a deleted medium is kept until its last event is published. */
export type MediaDocument = Omit<MediaRecord, 'id'> & {
  _id: string;
  /** When a process may claim it for processing; unset when nothing is to be done. */
  processingDueAt?: Date;
  processingToken?: string;
  processingAttempts: number;
  deletedAt?: Date;
};
export type MediaModel = Model<MediaDocument>;

const text = { type: String, required: true };
const optionalNumber = { type: Number, default: null };

const fileSchema = new Schema<StoredFile>(
  {
    key: text,
    hash: text,
    size: { type: Number, required: true },
    contentType: text,
    extension: text,
    width: optionalNumber,
    height: optionalNumber,
  },
  { _id: false },
);

const mediaSchema = new Schema<MediaDocument>(
  {
    _id: text,
    contestId: text,
    category: text,
    type: text,
    originalName: text,
    uploadedHash: text,
    uploadedAt: { type: Date, required: true },
    displayOrder: { type: Number, required: true },
    lineId: { type: String, default: null },
    original: { type: fileSchema, required: true },
    durationSeconds: optionalNumber,
    reading: { type: String, default: null },
    thumbnail: { type: fileSchema, default: null },
    poster: { type: fileSchema, default: null },
    variants: { type: [fileSchema], default: [] },
    preview: { type: fileSchema, default: null },
    processing: text,
    processingDueAt: Date,
    processingToken: String,
    processingAttempts: { type: Number, default: 0 },
    deletedAt: Date,
    ...outboxFields,
  },
  { collection: 'media', versionKey: false, minimize: false },
);
mediaSchema.index({ contestId: 1, category: 1, displayOrder: 1, uploadedAt: 1 });
mediaSchema.index({ category: 1, uploadedAt: 1 });
mediaSchema.index({ processingDueAt: 1 }, { sparse: true });
mediaSchema.index({ outboxDueAt: 1 }, { sparse: true });
for (const field of ['original', 'thumbnail', 'poster', 'variants', 'preview']) mediaSchema.index({ [`${field}.hash`]: 1 });

export const createMediaModel = (connection: Connection): MediaModel => connection.model<MediaDocument>('Media', mediaSchema);
