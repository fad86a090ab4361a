import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { Agent, request } from 'node:http';
import { connect } from 'amqplib';
import Fastify from 'fastify';
import mongoose from 'mongoose';
import { createTransport } from 'nodemailer';
import type { BareShopServers } from './bare-shop.ts';

/**
 * The peer of the six services: one process that does the input and output of an order and nothing else. Each of the six requests of a buyer is
 * forwarded once, as by the gateway, and sends three commands to MongoDB. Two of them send one more and publish an event, for which a mail of the usual
 * size is sent and recorded: 24 commands in all, as many as an order. Two tokens are signed. Nothing is checked, rendered, logged or retried.
 */
const QUEUE = 'bench.bare-shop';
const DOCUMENT = { text: 'x'.repeat(3000) };
const MAIL = { subject: 'bare', html: 'x'.repeat(16_000) };

const start = async ({ mongodb, rabbitmq, smtp }: BareShopServers): Promise<string> => {
  const agent = new Agent({ keepAlive: true });
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const database = await mongoose.createConnection(mongodb, { dbName: 'bench-bare-shop' }).asPromise();
  // The driver's own collections, as the services use them for an order.
  const orders = database.collection<{ _id: string; text: string; revision: number }>('orders');
  const mails = database.collection<{ _id: string; isSent: boolean }>('mails');
  const transport = createTransport({ url: smtp, pool: true, maxConnections: 10, maxMessages: Number.POSITIVE_INFINITY });
  const broker = await connect(rabbitmq);
  const publisher = await broker.createConfirmChannel();
  const channel = await broker.createChannel();
  await channel.assertQueue(QUEUE, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  await channel.prefetch(10);
  await channel.consume(QUEUE, async (message) => {
    if (!message) return;
    const _id = randomUUID();
    await mails.insertOne({ _id, isSent: false });
    await transport.sendMail({ from: 'shop@bench.example', to: 'bare@bench.example', ...MAIL });
    await mails.updateOne({ _id }, { $set: { isSent: true } });
    channel.ack(message);
  });
  const publish = () =>
    new Promise<void>((resolve, reject) => {
      publisher.publish('', QUEUE, Buffer.from(DOCUMENT.text), { persistent: true }, (error) => (error ? reject(error) : resolve()));
    });

  // Longer than the pause between two rounds, so that no kept connection is closed while it is used again.
  const server = Fastify({ keepAliveTimeout: 600_000 });
  server.post<{ Body: { publishes?: boolean; signs?: boolean } }>('/work', async ({ body }) => {
    const _id = randomUUID();
    await orders.insertOne({ _id, revision: 0, ...DOCUMENT });
    for (const revision of body.publishes ? [0, 1] : [0]) await orders.updateOne({ _id, revision }, { $set: { revision: revision + 1 } });
    const found = await orders.findOne({ _id });
    if (body.publishes) await publish();
    if (body.signs) sign('sha256', Buffer.from(_id), privateKey);
    return { id: found?._id };
  });
  server.post('/', ({ body }, reply) => {
    const headers = { 'content-type': 'application/json' };
    const forwarded = request(new URL('/work', address), { agent, method: 'POST', headers }, (response) => {
      void reply.header('content-type', 'application/json').send(response);
    });
    forwarded.once('error', (error) => void reply.send(error));
    forwarded.end(JSON.stringify(body));
  });
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  return address;
};

process.once('message', async (servers: BareShopServers) => {
  process.send?.(await start(servers));
});
