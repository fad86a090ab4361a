import { addressesIn } from '@stagereel/service-kit';
import type { IdentityDeps } from '../deps.ts';
import type { AuditEntry } from './audit-log.ts';

/**
 * Adds an entry once. It may arrive after an address in it was erased. It is stored first, so that an erasure that runs at the same time either
 * finds the entry or is found here.
 */
export const recordAdminAction = async ({ auditLog, erasures }: IdentityDeps, entry: AuditEntry): Promise<void> => {
  await auditLog.append(entry);
  const { eventId, occurredAt: at } = entry;
  for (const email of addressesIn(entry)) {
    const pseudonym = await erasures.find({ email, at });
    if (pseudonym !== undefined) await auditLog.pseudonymise({ email, pseudonym, until: at, eventId });
  }
};
