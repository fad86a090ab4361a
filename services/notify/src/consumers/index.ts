import { codeRequested, downloadReminderRequested, orderRecalled, passwordChanged, personalDataEraseRequested } from '@stagereel/contracts';
import { type Consumer, defineConsumers, type EventHandler, on, PoisonMessage, PostponedMessage } from '@stagereel/service-kit';
import type { NotifyConfig } from '../config.ts';
import type { MailQueue, NotifyDeps } from '../domain/deps.ts';
import { sendMail } from '../domain/mail/send-mail.ts';
import { eraseRecipient } from '../domain/personal-data/personal-data.ts';
import {
  adminInvitationMail,
  adminJoinedMail,
  alreadyRegisteredMail,
  codeMail,
  dailySummaryMail,
  downloadReminderMails,
  lineRefundedMail,
  orderConfirmationMail,
  orderDeliveryMail,
  orderLinkMail,
  orderPartialDeliveryMail,
  passwordChangedMail,
  passwordResetMail,
  personalDataLinkMail,
  registrationMail,
  saleStartedMail,
  verifyLinkMail,
  videoReplacedMail,
} from '../mails/index.ts';
import type { Mail } from '../mails/mail.ts';

/** How many mails of each queue are sent at the same time. Each queue's mailer has as many SMTP connections. */
export const PREFETCH: Record<MailQueue, number> = { mails: 10, codes: 10, announcements: 2 };

/** `passwordChanged` causes one of two mails, depending on how the password was set. */
const passwordMails = { change: passwordChangedMail, reset: passwordResetMail };

/** Every event that notify consumes. */
export const notifyConsumers = ({ deps, config }: { deps: NotifyDeps; config: NotifyConfig }): Consumer[] => {
  const mails = mailConsumers(deps, 'mails');
  const codes = mailConsumers(deps, 'codes');
  const announcements = mailConsumers(deps, 'announcements');
  return defineConsumers({
    service: 'notify',
    retryDelaysMs: config.eventRetryMs,
    queues: {
      mails: {
        handlers: [
          mails.consumerOf(orderConfirmationMail),
          mails.consumerOf(orderDeliveryMail),
          mails.consumerOf(orderPartialDeliveryMail),
          mails.consumerOf(videoReplacedMail),
          mails.consumerOfEvent(downloadReminderRequested, ({ kind }) => downloadReminderMails[kind]),
          mails.consumerOf(orderLinkMail),
          mails.consumerOf(lineRefundedMail),
          mails.consumerOf(registrationMail),
          mails.consumerOf(alreadyRegisteredMail),
          mails.consumerOf(adminJoinedMail),
          mails.consumerOf(dailySummaryMail),
          mails.consumerOfEvent(passwordChanged, ({ how }) => passwordMails[how]),
        ],
        prefetch: PREFETCH.mails,
      },
      recalls: {
        handlers: [
          on(orderRecalled, ({ data: { orderNumber, deliveredAt, recalledAt } }) =>
            deps.recalls.add({ orderNumber, deliveredAt: new Date(deliveredAt), recalledAt: new Date(recalledAt) }),
          ),
        ],
      },
      codes: {
        handlers: [
          codes.consumerOfEvent(codeRequested, ({ isDecoy }) => (isDecoy ? null : codeMail)),
          codes.consumerOf(verifyLinkMail),
          codes.consumerOf(adminInvitationMail),
        ],
        retryDelaysMs: config.codeRetryMs,
        prefetch: PREFETCH.codes,
      },
      requests: { handlers: [codes.consumerOf(personalDataLinkMail)], retryDelaysMs: config.codeRetryMs },
      erasures: { handlers: [on(personalDataEraseRequested, ({ data }) => eraseRecipient(deps, data))] },
      announcements: { handlers: [announcements.consumerOf(saleStartedMail)], prefetch: PREFETCH.announcements },
    },
  });
};

const mailConsumers = (deps: NotifyDeps, queue: MailQueue) => {
  /** Sends the mail that is chosen by an event's data, if any, and decides for the broker whether the message is done. */
  const consumerOfEvent = <Data>(definition: Mail<Data>['event'], mailFor: (data: Data) => Mail<Data> | null): EventHandler =>
    on(definition, async (event, { isLast }) => {
      const mail = mailFor(event.data);
      if (!mail) return;
      const outcome = await sendMail(deps, { mail, event, queue, isLastAttempt: isLast });
      switch (outcome.kind) {
        case 'sent':
        case 'already-sent':
        case 'recalled':
        case 'expired':
          return;
        case 'leased':
          throw new PostponedMessage('Another process is sending this mail', { delayMs: outcome.forMs });
        case 'unavailable':
          throw new Error(outcome.reason);
        case 'refused':
          // A mail that expires soon is not worth replaying. Any other becomes a dead letter, to be replayed once the mailbox works.
          if (mail.expiresAt(event.data) === null) throw new PoisonMessage(outcome.reason);
      }
    });
  /** Sends the mail for each of its events. */
  const consumerOf = <Data>(mail: Mail<Data>): EventHandler => consumerOfEvent(mail.event, () => mail);
  return { consumerOf, consumerOfEvent };
};
