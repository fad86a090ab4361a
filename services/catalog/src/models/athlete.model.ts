import { outboxFields } from '@stagereel/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';
import type { AthleteRecord } from '../domain/records.ts';

/**
 * `liveKey` is contest, category and number of a living athlete and missing in a deleted one; the index on it keeps numbers apart.
 * An erased athlete has `purgedAt`, no contest to be found in, and nothing of the person.
 */
export type AthleteDocument = Omit<AthleteRecord, 'id'> & { _id: string; liveKey?: string; purgedAt?: Date };
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
    liveKey: String,
    purgedAt: Date,
    ...outboxFields,
  },
  { collection: 'athletes', versionKey: false },
);
athleteSchema.index({ liveKey: 1 }, { unique: true, sparse: true });
// MongoDB finds a row by its id anyway; mongo-java-server looks through all of them unless an index has exactly the fields it is asked for.
athleteSchema.index({ _id: 1, version: 1 }, { unique: true });
athleteSchema.index({ contestId: 1, category: 1 });
athleteSchema.index({ purgedAt: 1 }, { sparse: true });
athleteSchema.index({ outboxDueAt: 1 }, { sparse: true });

export const createAthleteModel = (connection: Connection): AthleteModel => connection.model<AthleteDocument>('Athlete', athleteSchema);
