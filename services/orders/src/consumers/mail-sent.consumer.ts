import { mailSent } from '@stagereel/contracts';
import { type EventHandler, on } from '@stagereel/service-kit';
import type { OrdersDeps } from '../domain/deps.ts';
import { recordMail } from '../domain/record-mail.ts';

export const mailSentConsumer = (deps: Pick<OrdersDeps, 'orders'>): EventHandler =>
  on(mailSent, ({ id, data: { orderNumber, mailId, causedBy, template, recipient, sentAt } }) =>
    recordMail(deps, {
      orderNumber,
      fact: { eventId: id, mailId, causedBy, template, recipient, state: 'sent', at: new Date(sentAt) },
    }),
  );
