import { afterEach, expect, test } from '@jest/globals';
import type { Connection } from 'mongoose';
import { connectMongo, createLogger } from '../src/index.ts';
import { layLine, testBacking } from '../src/testing/index.ts';

const backing = testBacking();
const logger = createLogger({ service: 'test', level: 'silent' });

let line: Awaited<ReturnType<typeof layLine>>;
let connection: Connection;
afterEach(async () => {
  try {
    await connection.dropDatabase();
  } finally {
    await connection.close();
    await line.stop();
  }
});

const connectThroughLine = async () => {
  line = await layLine(backing.MONGODB_URL);
  const url = new URL(line.url);
  // A look at the server is then made in the very moment in which a connection breaks, however soon after the last one that is.
  url.search = 'minHeartbeatFrequencyMS=1';
  url.pathname = '/';
  connection = await connectMongo({ config: { ...backing, MONGODB_URL: url.href }, logger });
  return connection.collection('things');
};

// The driver's look at the server was written to a connection that had just ended, and waited for without an end.
test('when the line is cut while an answer is awaited, then the database is found again once it is back', async () => {
  const things = await connectThroughLine();
  await things.insertOne({ n: 1 });
  const isAsked = line.holdAnswers();
  const answer = things.findOne({ n: 1 });
  await isAsked;
  await line.cut();
  await line.mend();
  expect(await answer).toMatchObject({ n: 1 });
});
