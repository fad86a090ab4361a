import { type AuditEntryView, auditPageSchema } from '@stagereel/contracts';
import type { Admin } from '@stagereel/shop-client';
import { until } from './poll.ts';

/** `q`: search words; `action`: the action's name in the log. */
type Wanted = { q: string; action?: string; count?: number };

/**
 * Waits until the audit log has `count` matching entries: events deliver them later, and an open page does not refresh itself. Returns them,
 * newest first.
 */
export const untilAudited = (admin: Admin, { q, action, count = 1 }: Wanted): Promise<AuditEntryView[]> =>
  until({
    what: `${count} audit log entries for ${q}`,
    find: async () => {
      const search = new URLSearchParams({ q, ...(action !== undefined && { action }) });
      const { entries } = await admin.call({ path: `/api/admin/audit?${search}`, schema: auditPageSchema });
      return entries.length >= count && entries;
    },
    timeoutMs: 60_000,
  });
