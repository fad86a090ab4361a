import { randomInt } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import { until, webhookSecret } from './harness.ts';

export type Received = { event: Stripe.Event; signature: string; payload: string };

export type Receiver = {
  url: string;
  received: Received[];
  /** Decides the status of the response; 'hang' sends none. */
  respondWith(decide: (event: Stripe.Event) => number | 'hang'): void;
  types(): string[];
  /** Waits for the nth event of a type, counted from 1. */
  waitFor(type: string, nth?: number): Promise<Received>;
  /** Resolves once every connection is closed, so that everything a stopped sender has sent was received. */
  receivedAll(): Promise<unknown>;
  close(): Promise<void>;
};

/** A loopback address that only this receiver uses, so that its port stays free after a close. Only Linux has all of 127.0.0.0/8. */
const ownAddress = (): string => (process.platform === 'linux' ? `127.${randomInt(1, 255)}.${randomInt(0, 256)}.1` : '127.0.0.1');

/** A shop's webhook endpoint, which accepts only events with a valid signature. */
export async function startReceiver({ host = ownAddress(), port = 0 }: { host?: string; port?: number } = {}): Promise<Receiver> {
  const received: Received[] = [];
  let decide: (event: Stripe.Event) => number | 'hang' = () => 200;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const payload = Buffer.concat(chunks).toString();
      const signature = String(request.headers['stripe-signature']);
      const event = Stripe.webhooks.constructEvent(payload, signature, webhookSecret);
      received.push({ event, signature, payload });
      const status = decide(event);
      if (status !== 'hang') response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const ofType = (type: string) => received.filter(({ event }) => event.type === type);
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/webhook`,
    received,
    respondWith: (next) => {
      decide = next;
    },
    types: () => received.map(({ event }) => event.type),
    waitFor: async (type, nth = 1) => {
      const found = await until(
        () => ofType(type),
        (events) => events.length >= nth,
      );
      return found[nth - 1]!;
    },
    receivedAll: () =>
      until(
        () => new Promise<number>((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count)))),
        (count) => count === 0,
      ),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
