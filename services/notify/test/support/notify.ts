import type { EventData, EventEnvelope, mailFailed, mailSent } from '@stagereel/contracts';
import { startService } from '@stagereel/service-kit';
import {
  databaseName,
  type EventProbe,
  loadWith,
  readMetric,
  startEventProbe,
  type TestBacking,
  type TestSettings,
  testBacking,
  waitUntil,
} from '@stagereel/service-kit/testing';
import mongoose from 'mongoose';
import { buildNotify } from '../../src/app.ts';
import { loadNotifyConfig, type NotifyConstants, type notifyConfig } from '../../src/config.ts';
import type { MailDocument } from '../../src/models/mail.model.ts';

export type StoredMail = MailDocument & { outbox?: unknown[] };

type Settings = TestSettings<typeof notifyConfig, NotifyConstants>;

/** The service on a real port with production's settings and short retry delays. */
export const startNotify = async ({ backing, settings = {} }: { backing: TestBacking; settings?: Settings }) => {
  const config = loadWith(loadNotifyConfig, {
    eventRetryMs: [50, 100, 200],
    codeRetryMs: [50, 100, 200],
    ...backing,
    METRICS_PORT: '0',
    PUBLIC_URL: 'https://shop.example.jp',
    ...settings,
  });
  const service = await startService({ name: 'notify', config, build: buildNotify() });
  return {
    ...service,
    /** As {@link readMetric}, but 0 if there is none. */
    metric: async (sample: string): Promise<number> => (await readMetric(service.metricsPort, sample)) ?? 0,
  };
};
export type Notify = Awaited<ReturnType<typeof startNotify>>;

/** The events that notify publishes about a mail; each has the id of the event that caused the mail. */
type MailEvents = { 'mail.sent': EventEnvelope<EventData<typeof mailSent>>; 'mail.failed': EventEnvelope<EventData<typeof mailFailed>> };
type Cause = { id: string };

const mailEventsIn = (probe: EventProbe) => {
  const isAbout =
    ({ id }: Cause) =>
    ({ data }: EventEnvelope): boolean =>
      (data as { causedBy?: string }).causedBy === id;
  return {
    /** Waits for the first event of this type about the mail that `cause` causes. */
    waitFor: async <Type extends keyof MailEvents>(type: Type, cause: Cause, timeoutMs?: number): Promise<MailEvents[Type]> =>
      (await probe.waitFor(type, isAbout(cause), timeoutMs)) as MailEvents[Type],
    all: <Type extends keyof MailEvents>(type: Type, cause: Cause): MailEvents[Type][] =>
      probe.ofType(type).filter(isAbout(cause)) as MailEvents[Type][],
  };
};

/** What the service depends on, and the services that a test starts. */
export const startEnvironment = async () => {
  const backing = testBacking();
  const probe: EventProbe = await startEventProbe(backing);
  const connection = await mongoose.createConnection(backing.MONGODB_URL, { dbName: databaseName(backing, 'notify') }).asPromise();
  const mails = connection.collection<StoredMail>('mails');
  const mailEvents = mailEventsIn(probe);
  const running: Notify[] = [];
  return {
    backing,
    probe,
    connection,
    mails,
    mailOf: ({ id }: Cause) => mails.findOne({ causedBy: id }),
    /** Waits until the mail that `cause` causes is recorded as sent. */
    sentMailOf: (cause: Cause): Promise<StoredMail> =>
      waitUntil(() => mails.findOne({ causedBy: cause.id, state: 'sent' }), { what: 'the sent mail' }),
    /** Waits for the report that the mail was sent, which only mails about an order have. */
    sentFor: (cause: Cause, timeoutMs?: number) => mailEvents.waitFor('mail.sent', cause, timeoutMs),
    failedFor: (cause: Cause) => mailEvents.waitFor('mail.failed', cause),
    /** All events so far about the mail that `cause` causes. */
    eventsOf: mailEvents.all,
    start: async (settings: Settings = {}): Promise<Notify> => {
      const notify = await startNotify({ backing, settings });
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
export type Environment = Awaited<ReturnType<typeof startEnvironment>>;
