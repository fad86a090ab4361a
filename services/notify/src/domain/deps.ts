import type { Erasures, Logger } from '@stagereel/service-kit';
import type { Mail } from '../mails/mail.ts';
import type { MailRepository, RecallRepository } from './mail/mail-record.ts';
import type { Letter, Mailer, MailMetrics } from './mail/mailer.ts';

/** Each queue has a mailer of its own, so that codes wait behind no other mails, and orders' mails do not wait behind announcements. */
export type MailQueue = 'mails' | 'codes' | 'announcements';

/** What every use case of notify receives. */
export type NotifyDeps = {
  mails: MailRepository;
  recalls: RecallRepository;
  erasures: Erasures;
  mailers: Record<MailQueue, Mailer>;
  render: <Data>(input: { mail: Mail<Data>; data: Data }) => Promise<Pick<Letter, 'subject' | 'html' | 'text'>>;
  metrics: MailMetrics;
  logger: Logger;
  /** The part of a Message-ID after the @. */
  messageIdDomain: string;
  leaseMs: number;
  now: () => Date;
};
