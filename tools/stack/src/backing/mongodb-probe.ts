const PROBE_WITHIN_MS = 2_000;

/** Whether a MongoDB server answers a ping. */
export async function answersMongodb(url: string): Promise<boolean> {
  const { mongo } = await import('mongoose');
  const options = { serverSelectionTimeoutMS: PROBE_WITHIN_MS, connectTimeoutMS: PROBE_WITHIN_MS, maxPoolSize: 1 };
  const client = new mongo.MongoClient(url, options);
  try {
    await client.db('admin').command({ ping: 1 });
    return true;
  } finally {
    await client.close();
  }
}
