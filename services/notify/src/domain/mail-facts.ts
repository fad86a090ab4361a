import { createHash } from 'node:crypto';
import type { EventEnvelope } from '@stagereel/contracts';
import type { Mail } from '../mails/mail.ts';

/** What the record keeps of a mail. Nothing of its text: a code never reaches the database. */
export type MailFacts = {
  /** One mail for an event, a template and a recipient, however often the event arrives. */
  key: string;
  /** The same on every attempt, so that a mailbox can tell a repeat. */
  messageId: string;
  causedBy: string;
  template: string;
  recipient: string;
  orderNumber: string | null;
};

type FactsInput<Data> = { mail: Mail<Data>; event: EventEnvelope<Data>; domain: string };

export const mailFacts = <Data>({ mail, event, domain }: FactsInput<Data>): MailFacts => {
  const recipient = mail.recipient(event.data);
  const key = createHash('sha256')
    .update(JSON.stringify([event.id, mail.template, recipient]))
    .digest('hex');
  return {
    key,
    messageId: `<${key.slice(0, 40)}@${domain}>`,
    causedBy: event.id,
    template: mail.template,
    recipient,
    orderNumber: mail.orderNumber(event.data),
  };
};
