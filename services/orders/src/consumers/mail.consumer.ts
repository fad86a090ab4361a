import { baseOrderNumber, mailFailed, mailSent } from '@stagereel/contracts';
import { type EventHandler, on } from '@stagereel/service-kit';
import type { OrdersDeps } from '../domain/deps.ts';
import { recordMail } from '../domain/follow-up/record-mail.ts';

/** The line of a mail that is about one line. */
const lineOf = (orderNumber: string | null): { lineNumber?: string } =>
  orderNumber === null || orderNumber === baseOrderNumber(orderNumber) ? {} : { lineNumber: orderNumber };

export const mailSentConsumer = (deps: OrdersDeps): EventHandler =>
  on(mailSent, ({ id, data: { orderNumber, sentAt, mailId, causedBy, template, recipient } }) =>
    recordMail(deps, {
      orderNumber,
      outcome: { eventId: id, mailId, causedBy, template, recipient, ...lineOf(orderNumber), state: 'sent', at: new Date(sentAt) },
      rejection: null,
    }),
  );

export const mailFailedConsumer = (deps: OrdersDeps): EventHandler =>
  on(mailFailed, ({ id, data: { orderNumber, failedAt, mailId, causedBy, template, recipient, kind, reason } }) =>
    recordMail(deps, {
      orderNumber,
      outcome: { eventId: id, mailId, causedBy, template, recipient, ...lineOf(orderNumber), state: 'failed', at: new Date(failedAt) },
      rejection: kind === 'refused' ? reason.replace(/^refused: /, '') : null,
    }),
  );
