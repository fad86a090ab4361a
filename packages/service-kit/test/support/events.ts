import { mailSent } from '@stagereel/contracts';
import { createEvent } from '../../src/index.ts';

/** An event for tests of its delivery, where only its mail id matters. */
export const sent = (mailId: string) =>
  createEvent(mailSent, {
    mailId,
    causedBy: 'x',
    template: 't',
    recipient: 'a@example.jp',
    orderNumber: null,
    messageId: '<x>',
    sentAt: new Date().toISOString(),
  });
