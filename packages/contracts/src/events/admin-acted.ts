import { z } from 'zod';
import { defineEvent } from './envelope.ts';

/** Everything that the audit log records. The back office has words for each: the compiler refuses an action without them. */
export const ADMIN_ACTIONS = [
  'contest.created',
  'contest.updated',
  'contest.deleted',
  'category.created',
  'category.deleted',
  'price-description.updated',
  'athlete.created',
  'athlete.updated',
  'athlete.deleted',
  'athlete.restored',
  'athlete.purged',
  'athletes.bulk-created',
  'athletes.bulk-updated',
  'athletes.bulk-purged',
  'athletes.imported',
  'media.uploaded',
  'media.deleted',
  'media.reordered',
  'media.thumbnail-set',
  'media.thumbnail-removed',
  'order.completed',
  'order.delivered',
  'order.reopened',
  'order.customer-corrected',
  'order.mail-resent',
  'order.page-extended',
  'order.delivery-recalled',
  'order.video-replaced',
  'order.line-re-armed',
  'order.line-declined',
  'shop.settings-changed',
  'orders.exported',
  'sales.exported',
  'user.deleted',
  'user.sessions-ended',
  'two-factor.enabled',
  'two-factor.replaced',
  'blocked-address.lifted',
  'trusted-address.lifted',
  'order.partly-delivered',
  'order.task-closed',
  'admin-invitation.sent',
  'admin-invitation.resent',
  'admin-invitation.withdrawn',
  'admin-invitation.accepted',
] as const;
export type AdminAction = (typeof ADMIN_ACTIONS)[number];

/** An admin changed something; identity keeps the audit log. */
export const adminActed = defineEvent({
  type: 'admin.acted',
  version: 1,
  schema: z.object({
    adminId: z.string(),
    adminEmail: z.string(),
    // Not an enum: an entry of another version of a service is recorded too.
    action: z.string().describe('one of ADMIN_ACTIONS'),
    target: z.object({ type: z.string(), id: z.string(), label: z.string() }),
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
    ip: z.string().nullable(),
  }),
});
