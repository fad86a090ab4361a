import { type Connection, type Model, Schema } from 'mongoose';
import type { UploadRecord } from '../domain/records.ts';

/** Unset where an earlier version knew nothing of it, or where there is nothing to be unique. */
type LaterFields = { requestKey?: string; isBegun?: boolean };
export type UploadDocument = Omit<UploadRecord, 'id' | keyof LaterFields> & LaterFields & { _id: string };
export type UploadModel = Model<UploadDocument>;

const text = { type: String, required: true };
const optionalText = { type: String, default: null };
const amount = { type: Number, required: true };
const time = { type: Date, required: true };

const uploadSchema = new Schema<UploadDocument>(
  {
    _id: text,
    contestId: text,
    fileName: text,
    fileSize: amount,
    mediaType: text,
    totalChunks: amount,
    category: text,
    lineId: optionalText,
    sha256: optionalText,
    requestKey: String,
    storageHandle: optionalText,
    state: text,
    checkId: optionalText,
    refusal: optionalText,
    media: { type: Schema.Types.Mixed, default: null },
    isSettled: { type: Boolean, required: true },
    isBegun: Boolean,
    createdAt: time,
    touchedAt: time,
  },
  { collection: 'uploads', versionKey: false, minimize: false },
);
uploadSchema.index({ requestKey: 1 }, { unique: true, sparse: true });
uploadSchema.index({ contestId: 1 });
uploadSchema.index({ touchedAt: 1 });
uploadSchema.index({ state: 1 });

export const createUploadModel = (connection: Connection): UploadModel => connection.model<UploadDocument>('Upload', uploadSchema);
