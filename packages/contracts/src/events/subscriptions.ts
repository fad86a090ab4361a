import type { eventCatalogue } from './catalogue.ts';

type EventType = (typeof eventCatalogue)[number]['type'];

/**
 * Subscriptions: service → queue → event types. Each service declares its own queues when it connects, and no service publishes an event before all of
 * its queues exist. A further subscription of an event needs a new queue, and a right in docker/servers: see ADR 2.
 */
export const subscriptions = {
  notify: {
    mails: [
      'order.paid',
      'order.delivered',
      'order.partly-delivered',
      'video.replaced',
      'download-reminder.requested',
      'order-link.requested',
      'line.refunded',
      'user.registered',
      'registration.repeated',
      'password.changed',
      'admin.joined',
      'daily-summary.requested',
    ],
    // In its own queue, so that a recall overtakes the waiting mails that it must stop.
    recalls: ['order.recalled'],
    codes: ['code.requested', 'verify-link.requested', 'admin.invited'],
    // In its own queue: during an update, a replica that does not know the event yet would make it a dead letter.
    requests: ['personal-data-link.requested'],
    // In its own queue, so that thousands of announcements never delay the mail of a paid order.
    announcements: ['sale.started'],
    erasures: ['personal-data.erase-requested'],
  },
  orders: {
    mails: ['mail.sent', 'mail.failed'],
    customers: ['user.deleted'],
    erasures: ['personal-data.erase-requested'],
  },
  identity: {
    audit: ['admin.acted'],
    sessions: ['password.changed', 'user.deleted'],
    // In its own queue for the same reason as `requests` of notify.
    signouts: ['sessions.ended'],
    orders: ['order.paid'],
    // In its own queue, because the whole audit log is searched.
    erasures: ['personal-data.erase-requested'],
  },
  catalog: {
    covers: ['cover.changed'],
    erasures: ['personal-data.erase-requested'],
  },
  media: {
    contests: ['contest.deleted'],
    downloads: ['download.ended'],
  },
} as const satisfies Record<string, Record<string, readonly EventType[]>>;

export type Subscriptions = Record<string, Record<string, readonly string[]>>;
