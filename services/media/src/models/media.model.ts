import type { Media } from '@stagereel/contracts';
import { type Connection, Schema } from 'mongoose';
import type { MediaStore } from '../domain/ports.ts';

type MediaDocument = Omit<Media, 'id' | 'uploadedAt'> & { _id: string; uploadedAt: Date };

const mediaSchema = new Schema<MediaDocument>(
  {
    _id: String,
    contestId: { type: String, required: true },
    category: { type: String, required: true },
    type: { type: String, required: true },
    url: { type: String, required: true },
    originalName: { type: String, required: true },
    uploadedAt: { type: Date, required: true },
    displayOrder: { type: Number, required: true },
    thumbnailUrl: { type: String, default: null },
  },
  { versionKey: false },
);
mediaSchema.index({ contestId: 1, displayOrder: 1 });

const toMedia = ({ _id, uploadedAt, ...facts }: MediaDocument): Media => ({ id: _id, ...facts, uploadedAt: uploadedAt.toISOString() });

export const createMediaStore = (connection: Connection): MediaStore => {
  const model = connection.model<MediaDocument>('Media', mediaSchema);
  return {
    ofContest: async (contestId) => (await model.find({ contestId }).sort({ displayOrder: 1, _id: 1 }).lean()).map(toMedia),
    add: async ({ id, uploadedAt, ...facts }) => {
      await model.create({ _id: id, ...facts, uploadedAt: new Date(uploadedAt) });
    },
    removeOfContest: async (contestId) => {
      await model.deleteMany({ contestId });
    },
  };
};
