import type { eventCatalogue } from './catalogue.ts';

type EventType = (typeof eventCatalogue)[number]['type'];

/**
 * Who listens to what: service → queue → event types. Every service declares all of it when it connects,
 * so that an event published before its consumer's first start already finds the queue it belongs to.
 */
export const subscriptions = {
  notify: {
    mails: [
      'order.paid',
      'order.delivered',
      'video.replaced',
      'order-link.requested',
      'line.refunded',
      'user.registered',
      'registration.repeated',
      'password.changed',
    ],
    // Apart from the mails it stops, so that it overtakes those that wait.
    recalls: ['order.recalled'],
    codes: ['code.requested', 'verify-link.requested'],
  },
  orders: {
    mails: ['mail.sent', 'mail.failed'],
  },
  identity: {
    audit: ['admin.acted'],
    sessions: ['password.changed', 'user.deleted'],
  },
  catalog: {
    covers: ['cover.changed'],
  },
  media: {
    contests: ['contest.deleted'],
    downloads: ['download.ended'],
  },
} as const satisfies Record<string, Record<string, readonly EventType[]>>;

export type Subscriptions = Record<string, Record<string, readonly string[]>>;
