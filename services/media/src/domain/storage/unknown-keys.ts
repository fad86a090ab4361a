import type { MediaDeps } from '../deps.ts';

/** Keys in one database query. */
const BATCH_SIZE = 1000;

export async function* inBatches<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The keys that no record refers to. */
export const findUnknownKeys = async ({ uploads, media }: MediaDeps, keys: readonly string[]): Promise<ReadonlySet<string>> => {
  // Uploads first: a file whose upload is completed in between then is in both collections, and never in neither.
  const withoutUpload = await uploads.filterUnknownKeys(keys);
  return new Set(withoutUpload.length === 0 ? [] : await media.filterUnknownKeys(withoutUpload));
};
