import { type AuditEntryView, type auditQuerySchema, normalise } from '@stagereel/contracts';
import { AppError, requireCostlyCall } from '@stagereel/service-kit';
import { z } from 'zod';
import type { IdentityDeps } from '../deps.ts';
import type { AuditEntry, AuditPosition } from './audit-log.ts';

type ListAuditEntries = z.infer<typeof auditQuerySchema>;
type AuditPage = { entries: AuditEntryView[]; nextCursor: string | null };

/**
 * One page of admin actions, newest first. New entries do not shift the pages, because a cursor names the last entry read.
 * @throws AppError InputInconsistent for a malformed cursor
 */
export const listAuditEntries = async (deps: IdentityDeps, query: ListAuditEntries): Promise<AuditPage> => {
  requireCostlyCall('search');
  const { q, from, to, cursor, limit, ...fields } = query;
  const found = await deps.auditLog.find({
    ...fields,
    words: toWords(q),
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
    after: cursor === undefined ? undefined : decodeCursor(cursor),
    // One more than a page, to know whether there is a next page.
    limit: limit + 1,
  });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return { entries: page.map(toView), nextCursor: last && found.length > limit ? encodeCursor(last) : null };
};

/** Searches for the text as typed and normalised, because Japanese keyboards produce full-width letters. */
const toWords = (q = ''): string[] => [...new Set([q.trim(), normalise(q)])].filter((word) => word !== '');

const cursorSchema = z.tuple([z.iso.datetime(), z.uuid()]);

const encodeCursor = ({ occurredAt, eventId }: AuditPosition): string =>
  Buffer.from(JSON.stringify([occurredAt.toISOString(), eventId])).toString('base64url');

const decodeCursor = (cursor: string): AuditPosition => {
  const parsed = cursorSchema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (!parsed.success) throw new AppError('InputInconsistent');
  const [occurredAt, eventId] = parsed.data;
  return { occurredAt: new Date(occurredAt), eventId };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
