import { type EventHandler, on, PoisonedMessage, Postponed } from '@stagereel/service-kit';
import type { SendMailInput, SendMailOutcome } from '../domain/send-mail.ts';
import type { Mail } from '../mails/mail.ts';

export type SendMail = <Data>(input: SendMailInput<Data>) => Promise<SendMailOutcome>;

type MailConsumer<Data> = { mail: Mail<Data>; send: SendMail };

/** Sends the declared mail for each of its events, and tells the broker what becomes of the message. */
export const mailConsumer = <Data>({ mail, send }: MailConsumer<Data>): EventHandler =>
  on(mail.event, async (event, { isLast }) => {
    const outcome = await send({ mail, event, isLastAttempt: isLast });
    switch (outcome.kind) {
      case 'sent':
      case 'sent-before':
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
