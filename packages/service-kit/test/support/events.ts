import { mailSent } from '@stagereel/contracts';
import { createEvent } from '../../src/index.ts';

/** An event for tests that care how it travels and not what it says; told apart by its mail id. */
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
