import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import { until, webhookSecret } from './harness.ts';

export type Received = { event: Stripe.Event; signature: string; payload: string };

export type Receiver = {
  url: string;
  received: Received[];
  /** What to answer: a status, or 'hang' for never. */
  answerWith(decide: (event: Stripe.Event) => number | 'hang'): void;
  types(): string[];
  /** Waits for the nth event of a type, counted from 1. */
  waitFor(type: string, nth?: number): Promise<Received>;
  close(): Promise<void>;
};

/** A shop's webhook endpoint: it takes only what the SDK finds rightly signed. */
export async function startReceiver(port = 0): Promise<Receiver> {
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
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const ofType = (type: string) => received.filter(({ event }) => event.type === type);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    received,
    answerWith: (next) => {
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
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
