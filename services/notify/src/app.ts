import { type BuildService, openService, registerGauges, registerPersonalData, secondsSince } from '@stagereel/service-kit';
import { createMailMetrics } from './adapters/mail-metrics.ts';
import { createSmtpCheck } from './adapters/smtp-check.ts';
import { createSmtpMailer } from './adapters/smtp-mailer.ts';
import type { NotifyConfig } from './config.ts';
import { notifyConsumers, PREFETCH } from './consumers/index.ts';
import type { NotifyDeps } from './domain/deps.ts';
import { createEmailStatus } from './domain/email-status/email-status.ts';
import { describeMails } from './domain/personal-data/personal-data.ts';
import { openStores } from './models/open-stores.ts';
import { emailStatusRoutes } from './routes/email-status.routes.ts';
import { renderMail } from './templates/render-mail.ts';

const MAX_SEND_MS = 30_000;
/** Each mail publishes one event; a higher concurrency would only query the database in vain. */
const RELAY_CONCURRENCY = 4;

export const buildNotify = (): BuildService<NotifyConfig> => async (context) => {
  const { config, logger, metrics, lifecycle } = context;
  const now = () => new Date();
  const openMailer = (connections: number) => {
    // Sending is aborted while the lease is still valid, so that two processes never send a mail at the same time.
    const timeoutMs = Math.min(config.mailLeaseMs / 2, MAX_SEND_MS);
    const mailer = createSmtpMailer({ url: config.SMTP_URL, from: config.MAIL_FROM, connections, timeoutMs });
    lifecycle.onStop('smtp', mailer.close);
    return mailer;
  };
  // Opened before the broker, so that they are closed after the consumers have finished their mails.
  const mailers = {
    mails: openMailer(PREFETCH.mails),
    codes: openMailer(PREFETCH.codes),
    announcements: openMailer(PREFETCH.announcements),
  };

  const service = await openService(context, { mongodb: 'required', rabbitmq: 'required' });
  const { mails, recalls, erasures, outboxes } = await openStores({ connection: service.mongo, onEvents: service.outbox.trigger });
  service.outbox.startRelay(outboxes, { concurrency: RELAY_CONCURRENCY });

  const deps: NotifyDeps = {
    mails,
    recalls,
    erasures,
    mailers,
    render: ({ mail, data }) => renderMail({ mail, data, shop: { publicUrl: config.PUBLIC_URL }, now: now() }),
    metrics: createMailMetrics(metrics),
    logger,
    messageIdDomain: config.MAIL_FROM.address.replace(/^.*@/, ''),
    leaseMs: config.mailLeaseMs,
    now,
  };
  registerGauges({
    metrics,
    logger,
    gauges: {
      mails_unsent: 'Mails that are being sent, wait for another attempt, or failed, of at most 1,000 in each state',
      mails_oldest_unsent_seconds: 'The age of the oldest of them, in seconds',
    },
    labelNames: ['state'],
    read: async () =>
      (await mails.readBacklog()).map(({ state, count, oldest }) => ({
        labels: { state },
        values: { mails_unsent: count, mails_oldest_unsent_seconds: secondsSince(oldest) },
      })),
  });
  await service.consume(notifyConsumers({ deps, config }));

  const readEmailStatus = createEmailStatus({
    verify: createSmtpCheck(config.SMTP_URL),
    senderEmail: config.MAIL_FROM.address,
    smtpServer: new URL(config.SMTP_URL).hostname,
    now,
    maxAgeMs: config.emailStatusMs,
  });
  const checkMailServer = async (): Promise<void> => {
    const { emailServiceActive } = await readEmailStatus();
    if (!emailServiceActive) throw new Error('The mail server is unavailable; mails wait and are retried');
  };
  const server = await service.buildServer({ optionalChecks: { smtp: checkMailServer } });
  emailStatusRoutes({ server, readEmailStatus });
  registerPersonalData({ server, describe: (input) => describeMails(deps, input) });
  return { server };
};
