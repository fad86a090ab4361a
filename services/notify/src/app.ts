import { HOUR } from '@stagereel/contracts';
import {
  type BuildService,
  buildServer,
  connectMessaging,
  connectMongo,
  type OutboxRelay,
  pingMongo,
  startOutboxRelay,
  startRepeating,
} from '@stagereel/service-kit';
import { createMailMetrics } from './adapters/mail-metrics.ts';
import { createSmtpCheck } from './adapters/smtp-check.ts';
import { createSmtpMailer } from './adapters/smtp-mailer.ts';
import type { NotifyConfig } from './config.ts';
import { notifyConsumers, PREFETCH } from './consumers/index.ts';
import type { SendMail } from './consumers/mail.consumer.ts';
import { createEmailStatus } from './domain/email-status.ts';
import { type SendMailDeps, sendMail } from './domain/send-mail.ts';
import { openMailRecords } from './models/mail-records.ts';
import { createRecalls } from './models/recalls.ts';
import { registerEmailStatusRoutes } from './routes/email-status.routes.ts';
import { renderMail } from './templates/render-mail.tsx';

const SWEEP_EVERY_MS = HOUR * 1000;
const SEND_AT_MOST_MS = 30_000;
/** Every mail wakes the relay for its one event; more lanes would only ask the database in vain. */
const RELAY_LANES = 4;

export const buildNotify: BuildService<NotifyConfig> = async ({ config, logger, metrics, lifecycle }) => {
  const connection = await connectMongo({ config, logger });
  lifecycle.onStop('mongo', () => connection.close());

  // A letter that hangs is given up while its lease still runs, so that two processes never send it at once.
  const sendWithinMs = Math.min(config.MAIL_LEASE_SECONDS / 2, SEND_AT_MOST_MS);
  const openMailer = (connections: number) => {
    const mailer = createSmtpMailer({ url: config.SMTP_URL, from: config.MAIL_FROM, connections, sendWithinMs });
    lifecycle.onStop('smtp', mailer.close);
    return mailer;
  };
  const mailers = { mails: openMailer(PREFETCH.mails), codes: openMailer(PREFETCH.codes) };

  const messaging = await connectMessaging({ config, logger });
  lifecycle.onStop('messaging', messaging.stop);
  let relay: OutboxRelay | undefined;
  const { records, outbox } = await openMailRecords({ connection, onEvents: () => relay?.kick() });
  relay = startOutboxRelay({ stores: [outbox], publish: messaging.publish, logger, concurrency: RELAY_LANES });
  lifecycle.onStop('outbox relay', relay.stop);

  const now = () => new Date();
  const recalls = createRecalls(connection);
  const deps: Omit<SendMailDeps, 'mailer'> = {
    records,
    recalls,
    render: ({ mail, data }) => renderMail({ mail, data, shop: { publicUrl: config.PUBLIC_URL }, now: now() }),
    metrics: createMailMetrics(metrics),
    logger,
    domain: config.MAIL_FROM.address.replace(/^.*@/, ''),
    leaseMs: config.MAIL_LEASE_SECONDS,
    now,
  };
  const senderOver =
    (queue: keyof typeof mailers): SendMail =>
    (input) =>
      sendMail({ ...deps, mailer: mailers[queue] }, input);
  await messaging.consume(notifyConsumers({ config, recalls, senders: { mails: senderOver('mails'), codes: senderOver('codes') } }));

  const sweep = startRepeating({
    name: 'sweep',
    everyMs: SWEEP_EVERY_MS,
    run: () => Promise.all([records.removeOld(now()), recalls.removeOld(now())]),
    logger,
  });
  lifecycle.onStop('sweep', sweep.stop);

  const emailStatus = createEmailStatus({
    verify: createSmtpCheck(config.SMTP_URL),
    senderEmail: config.MAIL_FROM.address,
    smtpServer: new URL(config.SMTP_URL).hostname,
    now,
    keepMs: config.EMAIL_STATUS_SECONDS,
  });
  const assertMailServer = async (): Promise<void> => {
    const { emailServiceActive } = await emailStatus();
    if (!emailServiceActive) throw new Error('the mail server does not answer; mails wait and are tried again');
  };
  const server = await buildServer({
    service: 'notify',
    config,
    logger,
    metrics,
    checks: { mongo: () => pingMongo(connection), broker: messaging.ping },
    observed: { smtp: assertMailServer },
  });
  registerEmailStatusRoutes(server, { emailStatus });
  return { server };
};
