import type { AuditEntryView } from '@stagereel/contracts';

/** An audit entry for a contest that an admin added, with the given changes. */
export const buildAuditEntry = (changes: Partial<AuditEntryView> = {}): AuditEntryView => ({
  id: 'e1',
  occurredAt: '2026-11-20T09:00:00.000Z',
  adminEmail: 'admin@example.jp',
  action: 'contest.created',
  target: { type: 'contest', id: 'c1', label: '春の大会' },
  before: null,
  after: null,
  ip: '198.51.100.7',
  ...changes,
});
