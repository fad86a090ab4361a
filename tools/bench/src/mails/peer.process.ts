import { connect } from 'amqplib';
import { createTransport } from 'nodemailer';

/** What the parent asks for. The answer is the time that the work took, in ms. */
export type PeerWork =
  | { kind: 'broker'; url: string; count: number; bytes: number; prefetch: number }
  | { kind: 'smtp'; url: string; count: number; raw: string; connections: number };

/** Publishes messages with confirm to a quorum queue, consumes and acknowledges each of them. */
const publishAndConsume = async ({ url, count, bytes, prefetch }: Extract<PeerWork, { kind: 'broker' }>): Promise<number> => {
  const connection = await connect(url);
  const channel = await connection.createChannel();
  const publisher = await connection.createConfirmChannel();
  const queue = 'bench.bare';
  await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  await channel.purgeQueue(queue);
  await channel.prefetch(prefetch);
  const content = Buffer.alloc(bytes, 'x');
  const begin = performance.now();
  await new Promise<void>((resolve, reject) => {
    let left = 2 * count;
    const finishOne = (): void => {
      left -= 1;
      if (left === 0) resolve();
    };
    void channel.consume(queue, (message) => {
      if (!message) return reject(new Error('The queue was removed'));
      channel.ack(message);
      finishOne();
    });
    for (let index = 0; index < count; index += 1) {
      publisher.publish('', queue, content, { persistent: true }, (error) => (error ? reject(error) : finishOne()));
    }
  });
  const took = performance.now() - begin;
  await connection.close();
  return took;
};

/** Sends the same bytes again and again over a pool of connections. */
const sendMails = async ({ url, count, raw, connections }: Extract<PeerWork, { kind: 'smtp' }>): Promise<number> => {
  const transport = createTransport({ url, pool: true, maxConnections: connections, maxMessages: Number.POSITIVE_INFINITY });
  const envelope = { from: 'no-reply@bench.example', to: ['bare@bench.example'] };
  const begin = performance.now();
  await Promise.all(Array.from({ length: count }, () => transport.sendMail({ envelope, raw })));
  const took = performance.now() - begin;
  transport.close();
  return took;
};

process.on('message', async (work: PeerWork) => {
  process.send?.(await (work.kind === 'broker' ? publishAndConsume(work) : sendMails(work)));
});
