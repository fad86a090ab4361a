import { type EventHandler, on, PoisonedMessage, Postponed } from '@stagereel/service-kit';
import type { SendMailInput, SendMailOutcome } from '../domain/send-mail.ts';
import type { Mail } from '../mails/mail.ts';

export type SendMail = <Data>(input: SendMailInput<Data>) => Promise<SendMailOutcome>;

type MailConsumer<Data> = { mail: Mail<Data>; send: SendMail };
type MailChoice<Data> = { event: Mail<Data>['event']; mailFor: (data: Data) => Mail<Data>; send: SendMail };

/** Sends the declared mail for each of its events. */
export const mailConsumer = <Data>({ mail, send }: MailConsumer<Data>): EventHandler =>
  mailChoiceConsumer({ event: mail.event, mailFor: () => mail, send });

/** Sends one of several mails for an event, by its data, and tells the broker what becomes of the message. */
export const mailChoiceConsumer = <Data>({ event: definition, mailFor, send }: MailChoice<Data>): EventHandler =>
  on(definition, async (event, { isLast }) => {
    const mail = mailFor(event.data);
    const outcome = await send({ mail, event, isLastAttempt: isLast });
    switch (outcome.kind) {
      case 'sent':
      case 'sent-before':
      case 'recalled':
      case 'expired':
        return;
      case 'held':
        throw new Postponed('another process is sending this mail', { delayMs: outcome.forMs });
      case 'unavailable':
        throw new Error(outcome.reason);
      case 'refused':
        // A mail that soon means nothing is no case for an operator; any other can be replayed once its mailbox is mended.
        if (mail.expiresAt(event.data) === null) throw new PoisonedMessage(outcome.reason);
    }
  });
