import { passwordChanged } from '@stagereel/contracts';
import { type Consumer, consumerTable } from '@stagereel/service-kit';
import type { NotifyConfig } from '../config.ts';
import type { Recalls } from '../domain/ports.ts';
import {
  alreadyRegisteredMail,
  codeMail,
  lineRefundedMail,
  orderConfirmationMail,
  orderDeliveryMail,
  orderLinkMail,
  passwordChangedMail,
  passwordResetMail,
  registrationMail,
  verifyLinkMail,
  videoReplacedMail,
} from '../mails/index.ts';
import { mailChoiceConsumer, mailConsumer, type SendMail } from './mail.consumer.ts';
import { orderRecalledConsumer } from './order-recalled.consumer.ts';

/** Mails at work at once, by queue; each queue has as many SMTP connections of its own, so that codes never wait behind other mails. */
export const PREFETCH = { mails: 10, codes: 5 } as const;

/** How a password was set decides what there is to say of it. */
const newPasswordMails = { change: passwordChangedMail, reset: passwordResetMail };

type Senders = Record<keyof typeof PREFETCH, SendMail>;

type Wiring = { config: NotifyConfig; senders: Senders; recalls: Pick<Recalls, 'note'> };

/** All notify listens to. */
export const notifyConsumers = ({ config, senders, recalls }: Wiring): Consumer[] =>
  consumerTable({
    service: 'notify',
    retryDelaysMs: config.EVENT_RETRY_SECONDS,
    queues: {
      mails: {
        handlers: [
          mailConsumer({ mail: orderConfirmationMail, send: senders.mails }),
          mailConsumer({ mail: orderDeliveryMail, send: senders.mails }),
          mailConsumer({ mail: videoReplacedMail, send: senders.mails }),
          mailConsumer({ mail: orderLinkMail, send: senders.mails }),
          mailConsumer({ mail: lineRefundedMail, send: senders.mails }),
          mailConsumer({ mail: registrationMail, send: senders.mails }),
          mailConsumer({ mail: alreadyRegisteredMail, send: senders.mails }),
          mailChoiceConsumer({ event: passwordChanged, mailFor: ({ how }) => newPasswordMails[how], send: senders.mails }),
        ],
        prefetch: PREFETCH.mails,
      },
      recalls: { handlers: [orderRecalledConsumer({ recalls })] },
      codes: {
        handlers: [mailConsumer({ mail: codeMail, send: senders.codes }), mailConsumer({ mail: verifyLinkMail, send: senders.codes })],
        retryDelaysMs: config.CODE_RETRY_SECONDS,
        prefetch: PREFETCH.codes,
      },
    },
  });
