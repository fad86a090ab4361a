import { type AuditEntryView, type auditQuerySchema, normalise } from '@stagereel/contracts';
import type { z } from 'zod';
import type { IdentityDeps } from '../deps.ts';
import { readCursor, writeCursor } from './audit-cursor.ts';
import type { AuditEntry } from './audit-log.ts';

type ListAuditEntries = z.infer<typeof auditQuerySchema>;
type AuditPage = { entries: AuditEntryView[]; nextCursor: string | null };

/** Full-width letters of a Japanese keyboard find the plain ones, and labels are found as they were typed. */
const wordsOf = (q = ''): string[] => [...new Set([q.trim(), normalise(q)])].filter((word) => word !== '');

/**
 * One page of what admins did, newest first; what is added meanwhile stands before the first page and shifts nothing.
 * @throws AppError ValidationFailed for a cursor that is none of ours
 */
export const listAuditEntries = async ({ auditLog }: Pick<IdentityDeps, 'auditLog'>, query: ListAuditEntries): Promise<AuditPage> => {
  const { q, from, to, cursor, limit, ...fields } = query;
  const found = await auditLog.find({
    ...fields,
    words: wordsOf(q),
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
    after: cursor === undefined ? undefined : readCursor(cursor),
    // One more tells whether there is another page.
    limit: limit + 1,
  });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return { entries: page.map(toView), nextCursor: last && found.length > limit ? writeCursor(last) : null };
};

const toView = ({ eventId, occurredAt, adminEmail, action, target, before, after, ip }: AuditEntry): AuditEntryView => ({
  id: eventId,
  occurredAt: occurredAt.toISOString(),
  adminEmail,
  action,
  target,
  before,
  after,
  ip,
});
