import type { mongo } from 'mongoose';

/**
 * The times at which MongoDB deletes the documents that match, by the TTL index of their collection. Tests look at these times instead of waiting for
 * MongoDB, which goes by its own clock.
 * @throws if the collection has no such index, or a document would stay for ever
 */
export const expiriesIn = async <Stored extends mongo.Document>(
  collection: mongo.Collection<Stored>,
  filter: mongo.Filter<Stored> = {},
): Promise<Date[]> => {
  const index = (await collection.indexes()).find(({ expireAfterSeconds }) => expireAfterSeconds !== undefined);
  if (!index) throw new Error(`${collection.collectionName} has no TTL index`);
  const [field = ''] = Object.keys(index.key);
  const { expireAfterSeconds: seconds = 0 } = index;
  return (await collection.find(filter).toArray()).map((document) => {
    if (!(document[field] instanceof Date)) throw new Error(`A document of ${collection.collectionName} has no ${field}`);
    return new Date(document[field].getTime() + seconds * 1000);
  });
};
