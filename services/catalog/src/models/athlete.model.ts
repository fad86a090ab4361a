import { outboxFields } from '@stagereel/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';
import type { AthleteRecord } from '../domain/athlete/athlete.ts';

/** The tombstone of a purged athlete has `purgedAt`, no contest and no personal data. */
export type AthleteDocument = Omit<AthleteRecord, 'id'> & { _id: string; purgedAt?: Date };
export type AthleteModel = Model<AthleteDocument>;

const text = { type: String, required: true };

const athleteSchema = new Schema<AthleteDocument>(
  {
    _id: text,
    contestId: text,
    athleteNumber: text,
    name: { type: String, default: null },
    category: text,
    videoStatus: text,
    photoStatus: text,
    verticalVideoPrice: { type: Number, default: null },
    horizontalVideoPrice: { type: Number, default: null },
    isDeleted: { type: Boolean, required: true },
    version: { type: Number, required: true },
    purgedAt: Date,
    ...outboxFields,
  },
  { collection: 'athletes', versionKey: false },
);
// Prevents duplicate numbers; a deleted athlete keeps its number free for others.
athleteSchema.index({ contestId: 1, category: 1, athleteNumber: 1 }, { unique: true, partialFilterExpression: { isDeleted: false } });
athleteSchema.index({ contestId: 1 });
athleteSchema.index({ purgedAt: 1 }, { sparse: true });
athleteSchema.index({ outboxDueAt: 1 }, { sparse: true });

export const createAthleteModel = (connection: Connection): AthleteModel => connection.model<AthleteDocument>('Athlete', athleteSchema);
