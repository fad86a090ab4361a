import type { Metrics } from '@stagereel/service-kit';
import { Counter, Histogram } from 'prom-client';
import type { MailMetrics } from '../domain/mail/mailer.ts';

/** The metrics of mails in /metrics. */
export const createMailMetrics = (metrics: Metrics): MailMetrics => {
  const registers = [metrics];
  const sent = new Counter({ name: 'mails_sent_total', help: 'Mails the SMTP server accepted', labelNames: ['template'], registers });
  const failed = new Counter({
    name: 'mails_failed_total',
    help: 'Mails that are not tried again by themselves',
    labelNames: ['template', 'reason'],
    registers,
  });
  const repeatPossible = new Counter({
    name: 'mail_repeat_possible_total',
    help: 'Mails sent again after a process died or a connection broke, so that the server may have accepted them before',
    labelNames: ['cause'],
    registers,
  });
  const delay = new Histogram({
    name: 'mail_delay_seconds',
    help: 'Time from an event to the acceptance of its mail, in seconds',
    labelNames: ['template'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900],
    registers,
  });
  for (const cause of ['takeover', 'unclear']) repeatPossible.inc({ cause }, 0);

  return {
    sent: ({ template, secondsSinceEvent }) => {
      sent.inc({ template });
      delay.observe({ template }, secondsSinceEvent);
    },
    failed: ({ template, reason }) => failed.inc({ template, reason }),
    repeatPossible: (cause) => repeatPossible.inc({ cause }),
  };
};
