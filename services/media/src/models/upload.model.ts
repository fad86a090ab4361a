import { type Connection, type Model, Schema } from 'mongoose';
import type { UploadRecord } from '../domain/records.ts';

export type UploadDocument = Omit<UploadRecord, 'id'> & { _id: string };
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
    storageHandle: optionalText,
    state: text,
    checkId: optionalText,
    refusal: optionalText,
    media: { type: Schema.Types.Mixed, default: null },
    isSettled: { type: Boolean, required: true },
    createdAt: time,
    touchedAt: time,
  },
  { collection: 'uploads', versionKey: false, minimize: false },
);
uploadSchema.index({ contestId: 1 });
uploadSchema.index({ touchedAt: 1 });
uploadSchema.index({ state: 1 });

export const createUploadModel = (connection: Connection): UploadModel => connection.model<UploadDocument>('Upload', uploadSchema);
