import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { startService } from '@stagereel/service-kit';
import { type EventProbe, startEventProbe, type TestBacking, testBacking } from '@stagereel/service-kit/testing';
import mongoose from 'mongoose';
import { buildNotify } from '../../src/app.ts';
import { loadNotifyConfig } from '../../src/config.ts';
import type { MailDocument } from '../../src/models/mail.model.ts';

export type StoredMail = MailDocument & { outbox?: unknown[] };

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

const metricIn = (text: string, sample: string): number => {
  const line = text.split('\n').find((each) => each.startsWith(sample));
  return line ? Number(line.split(' ').at(-1)) : 0;
};

/** The built service on a real port with production's settings, and short pauses between attempts. */
export const startNotify = async ({ backing, env = {} }: { backing: TestBacking; env?: Record<string, string> }) => {
  const METRICS_PORT = await freePort();
  const config = loadNotifyConfig({
    EVENT_RETRY_SECONDS: '0.05,0.1,0.2',
    CODE_RETRY_SECONDS: '0.05,0.1,0.2',
    ...backing,
    METRICS_PORT: String(METRICS_PORT),
    PUBLIC_URL: 'https://shop.example.jp',
    ...env,
  });
  const service = await startService({ name: 'notify', config, build: buildNotify });
  return {
    ...service,
    /** The value of the first sample that begins like this, as `name{label="value"`; 0 where there is none yet. */
    metric: async (sample: string): Promise<number> =>
      metricIn(await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text(), sample),
  };
};
export type Notify = Awaited<ReturnType<typeof startNotify>>;

/** Everything around the service that a test file needs, and its end. */
export const startSurroundings = async () => {
  const backing = testBacking();
  const probe: EventProbe = await startEventProbe(backing);
  const connection = await mongoose.createConnection(backing.MONGODB_URL, { dbName: backing.MONGODB_DATABASE }).asPromise();
  const mails = connection.collection<StoredMail>('mails');
  const running: Notify[] = [];
  return {
    backing,
    probe,
    connection,
    mails,
    mailOf: (event: { id: string }) => mails.findOne({ causedBy: event.id }),
    start: async (env: Record<string, string> = {}): Promise<Notify> => {
      const notify = await startNotify({ backing, env });
      running.push(notify);
      return notify;
    },
    stopServices: async (): Promise<void> => {
      await Promise.all(running.splice(0).map(({ stop }) => stop()));
    },
    stop: async (): Promise<void> => {
      await Promise.all(running.splice(0).map(({ stop }) => stop()));
      await connection.dropDatabase();
      await connection.close();
      await probe.stop();
    },
  };
};
export type Surroundings = Awaited<ReturnType<typeof startSurroundings>>;
