import { connect as connectTcp } from 'node:net';
import { connect as connectAmqp } from 'amqplib';
import { Redis } from 'ioredis';
import { mongo } from 'mongoose';

/** Writes one document, or reads back all names that were written. */
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

export async function redisNames({ url, add }: { url: string; add?: string }): Promise<string[]> {
  const client = new Redis(url);
  try {
    if (add) await client.rpush('notes', add);
    return await client.lrange('notes', 0, -1);
  } finally {
    client.disconnect();
  }
}

/** Puts a persistent message into a durable quorum queue, or gives the number of messages that wait there. */
export async function rabbitmqWaiting({ url, add }: { url: string; add?: string }): Promise<number> {
  const connection = await connectAmqp(url);
  try {
    const channel = await connection.createConfirmChannel();
    await channel.assertQueue('notes', { durable: true, arguments: { 'x-queue-type': 'quorum' } });
    if (add) {
      channel.sendToQueue('notes', Buffer.from(add), { persistent: true });
      await channel.waitForConfirms();
    }
    // A quorum queue's count lags behind its confirms; taking the messages and giving them back does not.
    const taken = [];
    for (let message = await channel.get('notes'); message; message = await channel.get('notes')) taken.push(message);
    return taken.length;
  } finally {
    await connection.close();
  }
}

/** Sends one mail by hand. */
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
    socket.on('close', () => (lines.length === 0 ? resolve() : reject(new Error(`The mailbox stopped before ${lines[0]}`))));
    socket.on('data', (answer) => {
      if (!/^[23]/.test(answer.toString())) return socket.destroy(new Error(answer.toString()));
      const line = lines.shift();
      if (line !== undefined) socket.write(`${line}\r\n`);
    });
  });
}

export async function mailSubjects(mailboxUrl: string): Promise<string[]> {
  const answer = await fetch(`${mailboxUrl}/email`);
  const mails = (await answer.json()) as { subject: string }[];
  return mails.map(({ subject }) => subject);
}
