import { connect as connectTcp } from 'node:net';
import { connect as connectAmqp } from 'amqplib';
import { Redis } from 'ioredis';
import { mongo } from 'mongoose';

/** Adds a document with this name if one is given, and returns all names. */
export async function mongodbNames({ url, add }: { url: string; add?: string }): Promise<string[]> {
  const client = new mongo.MongoClient(url);
  try {
    const notes = client.db('stack-test').collection<{ name: string }>('notes');
    if (add) await notes.insertOne({ name: add });
    return (await notes.find().toArray()).map(({ name }) => name);
  } finally {
    await client.close();
  }
}

const medianMs = async (write: () => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < 21; round += 1) {
    const begin = performance.now();
    await write();
    times.push(performance.now() - begin);
  }
  return times.sort((first, second) => first - second)[10] ?? Number.NaN;
};

/** The time of a write with a condition besides the id, in times of the same write without it, in a collection of 10,000 documents. */
export async function conditionalWriteRatio(url: string): Promise<number> {
  const client = new mongo.MongoClient(url);
  try {
    const accounts = client.db('stack-conditional').collection<{ _id: number; balance: number }>('accounts');
    await accounts.insertMany(Array.from({ length: 10_000 }, (_, index) => ({ _id: index, balance: 1 })));
    const conditional = await medianMs(() => accounts.updateOne({ _id: 9_900, balance: { $gte: 1 } }, { $inc: { balance: 1 } }));
    return conditional / (await medianMs(() => accounts.updateOne({ _id: 9_900 }, { $inc: { balance: 1 } })));
  } finally {
    await client.db('stack-conditional').dropDatabase();
    await client.close();
  }
}

/** Which documents queries with several conditions find, change and delete. */
export async function conditionalResults(url: string) {
  const client = new mongo.MongoClient(url);
  try {
    const seats = client.db('stack-conditional').collection<{ _id: string; row?: string; isFree: boolean }>('seats');
    await seats.createIndex({ row: 1 }, { unique: true, sparse: true });
    await seats.insertMany([
      { _id: 'a', row: '1', isFree: true },
      { _id: 'b', row: '2', isFree: false },
      { _id: 'c', isFree: true },
    ]);
    const idsOf = async (filter: mongo.Filter<{ _id: string; row?: string; isFree: boolean }>) =>
      (await seats.find(filter).sort({ _id: -1 }).toArray()).map(({ _id }) => _id);
    return {
      found: {
        byId: await idsOf({ _id: 'a', isFree: true }),
        byIdAndWrong: await idsOf({ _id: 'b', isFree: true }),
        byIds: await idsOf({ _id: { $in: ['a', 'b', 'x'] }, isFree: { $exists: true } }),
        byNullOrRow: await idsOf({ row: { $in: [null as never, '1'] }, isFree: true }),
        byNotId: await idsOf({ _id: { $ne: 'a' }, isFree: true }),
        byRow: await idsOf({ row: '1', isFree: { $ne: false } }),
        withoutRow: await idsOf({ row: null as never, isFree: true }),
        byEither: await idsOf({ _id: 'a', $or: [{ isFree: false }, { row: '1' }] }),
      },
      changed: (await seats.updateMany({ _id: { $in: ['a', 'b', 'c'] }, isFree: true }, { $set: { isFree: false } })).modifiedCount,
      deleted: (await seats.deleteMany({ row: { $in: ['1', '2'] }, isFree: false })).deletedCount,
      added: (await seats.updateOne({ _id: 'd', row: '4' }, { $set: { isFree: true } }, { upsert: true })).upsertedId,
      left: await idsOf({}),
    };
  } finally {
    await client.db('stack-conditional').dropDatabase();
    await client.close();
  }
}

/** The counts that writes of one document return that run at the same time. Each write also adds a field. */
export async function countsOfWrites({ url, writes }: { url: string; writes: number }): Promise<number[]> {
  const client = new mongo.MongoClient(url, { maxPoolSize: 10 });
  try {
    const counters = client.db('stack-counts').collection<{ _id: string; count: number }>('counters');
    await counters.insertOne({ _id: 'a', count: 0 });
    const counted = await Promise.all(
      Array.from({ length: writes }, (_, index) =>
        counters.findOneAndUpdate({ _id: 'a' }, { $inc: { count: 1 }, $set: { [`field${index}`]: index } }, { returnDocument: 'after' }),
      ),
    );
    return counted.map((counter) => counter?.count ?? 0);
  } finally {
    await client.db('stack-counts').dropDatabase();
    await client.close();
  }
}

/** Three values of each of several types. */
const VALUES: Record<string, readonly unknown[]> = {
  text: ['大会', '', '大会 2026'],
  number: [1.5, -2, 30],
  long: ['9007199254740993', '-1', '9007199254740994'].map((digits) => mongo.Long.fromString(digits)),
  date: ['2026-11-27', '1969-12-31', '2026-11-26'].map((day) => new Date(`${day}T00:00:00.123Z`)),
  id: ['65f0', '0000', 'ffff'].map((start) => new mongo.ObjectId(start.padEnd(24, '1'))),
  uuid: ['018f', '0000', 'ffff'].map((start) => new mongo.UUID(`${start}0000-0000-7000-8000-000000000001`)),
  bytes: [[0, 255], [], [0]].map((bytes) => new mongo.Binary(Buffer.from(bytes))),
  flag: [true, false, null],
  parts: [{ list: [1, 'b', { c: null }] }, {}, { list: [], none: null, yes: true }],
};

/**
 * Stores three documents with a unique index on each of their fields, and runs `restart`. Returns the documents, what is found then by each field, and the
 * number of values that are refused because a document has them already.
 */
export async function foundAfterRestart({ url, restart }: { url: string; restart: () => Promise<void> }) {
  const client = new mongo.MongoClient(url, { promoteLongs: false });
  const values = client.db('stack-values').collection<{ _id: string }>('values');
  const fields = Object.keys(VALUES);
  try {
    for (const field of fields) await values.createIndex({ [field]: 1 }, { unique: true, sparse: true });
    const documents = ['a', 'b', 'c'].map((_id, index) => ({
      _id,
      ...Object.fromEntries(fields.map((field) => [field, VALUES[field]?.[index]])),
    }));
    await values.insertMany(documents);
    await restart();
    const found: Record<string, unknown[]> = {};
    const refused: Record<string, number> = {};
    for (const field of fields) {
      found[field] = [];
      refused[field] = 0;
      for (const value of VALUES[field] ?? []) {
        found[field].push(await values.findOne({ [field]: value }));
        const isRefused = await values.insertOne({ _id: 'd', [field]: value }).then(
          () => false,
          (error: { code?: unknown }) => error.code === 11000,
        );
        if (isRefused) refused[field] += 1;
        else await values.deleteOne({ _id: 'd' });
      }
    }
    return { documents, fields, found, refused };
  } finally {
    await client.db('stack-values').dropDatabase();
    await client.close();
  }
}

export async function redisNames({ url, add }: { url: string; add?: string }): Promise<string[]> {
  const client = new Redis(url);
  try {
    if (add) await client.rpush('notes', add);
    return await client.lrange('notes', 0, -1);
  } finally {
    client.disconnect();
  }
}

/** Adds a persistent message to a durable quorum queue if one is given, and returns the number of waiting messages. */
export async function rabbitmqWaiting({ url, add }: { url: string; add?: string }): Promise<number> {
  const connection = await connectAmqp(url);
  try {
    const channel = await connection.createConfirmChannel();
    await channel.assertQueue('notes', { durable: true, arguments: { 'x-queue-type': 'quorum' } });
    if (add) {
      channel.sendToQueue('notes', Buffer.from(add), { persistent: true });
      await channel.waitForConfirms();
    }
    // The message count of a quorum queue lags behind its confirms; getting the messages and returning them does not.
    const taken = [];
    for (let message = await channel.get('notes'); message; message = await channel.get('notes')) taken.push(message);
    return taken.length;
  } finally {
    await connection.close();
  }
}

/** Sends one mail over a plain SMTP connection. */
export function sendMail({ smtpUrl, subject }: { smtpUrl: string; subject: string }): Promise<void> {
  const { hostname, port } = new URL(smtpUrl);
  const lines = [
    'HELO stack.test',
    'MAIL FROM:<shop@stagereel.example>',
    'RCPT TO:<hanako@example.jp>',
    'DATA',
    `Subject: ${subject}\r\nTo: hanako@example.jp\r\n\r\nHello\r\n.`,
    'QUIT',
  ];
  return new Promise((resolve, reject) => {
    const socket = connectTcp({ host: hostname, port: Number(port) });
    socket.on('error', reject);
    socket.on('close', () => (lines.length === 0 ? resolve() : reject(new Error(`The mailbox closed the connection before ${lines[0]}`))));
    socket.on('data', (reply) => {
      if (!/^[23]/.test(reply.toString())) return socket.destroy(new Error(reply.toString()));
      const line = lines.shift();
      if (line !== undefined) socket.write(`${line}\r\n`);
    });
  });
}

export async function mailSubjects(mailboxUrl: string): Promise<string[]> {
  const response = await fetch(`${mailboxUrl}/email`);
  const mails = (await response.json()) as { subject: string }[];
  return mails.map(({ subject }) => subject);
}
