import mongoose from 'mongoose';

const DUPLICATE_KEY = 11_000;

/**
 * Which rows of an unordered bulk write a unique index refused, and how many updates found their row.
 * @throws the error itself when any row failed for another reason
 */
export const duplicatesOf = (error: unknown): { indexes: Set<number>; matchedCount: number } => {
  if (!(error instanceof mongoose.mongo.MongoBulkWriteError)) throw error;
  const failures = [error.writeErrors].flat();
  if (failures.length === 0 || failures.some(({ code }) => code !== DUPLICATE_KEY)) throw error;
  return { indexes: new Set(failures.map(({ index }) => index)), matchedCount: error.result.matchedCount };
};
