import type { MediaDeps } from '../ports.ts';

/** What one question to the database is about. */
const AT_ONCE = 1000;

export async function* inBatches<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Those of the keys that no record has. */
export const unknownKeys = async (
  { uploads, media }: Pick<MediaDeps, 'uploads' | 'media'>,
  keys: readonly string[],
): Promise<ReadonlySet<string>> => {
  // Uploads first, and only then media: what is completed in between is in both, and never in neither.
  const ofNoUpload = await uploads.unknownOf(keys);
  return new Set(ofNoUpload.length === 0 ? [] : await media.unknownOf(ofNoUpload));
};
