import { type AuditEntryView, auditPageSchema } from '@stagereel/contracts';
import type { Admin } from '@stagereel/shop-client';
import { until } from './poll.ts';

/** `q`: words of the entries; `action` as the log names it. */
type Wanted = { q: string; action?: string; count?: number };

/**
 * Waits until the audit log has so many entries that fit: it hears of acts by events, and a page shows what there was when it asked.
 * Answers them, newest first.
 */
export const untilAudited = (admin: Admin, { q, action, count = 1 }: Wanted): Promise<AuditEntryView[]> =>
  until({
    what: `${count} entries of the audit log for ${q}`,
    find: async () => {
      const search = new URLSearchParams({ q, ...(action !== undefined && { action }) });
      const { entries } = await admin.call({ path: `/api/admin/audit?${search}`, answer: auditPageSchema });
      return entries.length >= count && entries;
    },
    timeoutMs: 60_000,
  });
