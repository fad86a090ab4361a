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
