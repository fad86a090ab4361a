import { afterAll, beforeAll } from '@jest/globals';
import mongoose from 'mongoose';
import type { TestMedia } from './media.ts';

/** The grants as they are stored, for a file whose `beforeAll` has started the service. */
export const useGrants = <Grant extends { _id: string }>(media: () => TestMedia): (() => mongoose.mongo.Collection<Grant>) => {
  let mongo: mongoose.Connection | undefined;
  beforeAll(async () => {
    const { MONGODB_URL, MONGODB_DATABASE } = media().backing;
    mongo = await mongoose.createConnection(MONGODB_URL, { dbName: MONGODB_DATABASE }).asPromise();
  });
  afterAll(() => mongo?.close());
  return () => {
    if (!mongo) throw new Error('the grants are not open yet');
    return mongo.collection<Grant>('downloadGrants');
  };
};
