import type { adminActed, EventData, EventEnvelope } from '@stagereel/contracts';
import type { IdentityDeps } from '../deps.ts';

/** Keeps an admin's action; the event's id makes repeats harmless. */
export const recordAdminAction = (
  { auditLog }: Pick<IdentityDeps, 'auditLog'>,
  { id, occurredAt, correlationId, data }: EventEnvelope<EventData<typeof adminActed>>,
): Promise<void> => auditLog.append({ ...data, eventId: id, occurredAt: new Date(occurredAt), correlationId });
