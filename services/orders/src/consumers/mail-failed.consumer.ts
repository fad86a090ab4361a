import { mailFailed } from '@stagereel/contracts';
import { type EventHandler, on } from '@stagereel/service-kit';
import type { OrdersDeps } from '../domain/deps.ts';
import { recordMail } from '../domain/record-mail.ts';

export const mailFailedConsumer = (deps: Pick<OrdersDeps, 'orders'>): EventHandler =>
  on(mailFailed, ({ id, data: { orderNumber, mailId, causedBy, template, recipient, failedAt } }) =>
    recordMail(deps, {
      orderNumber,
      fact: { eventId: id, mailId, causedBy, template, recipient, state: 'failed', at: new Date(failedAt) },
    }),
  );
