import { type AdminAction, adminActed, type EventData, type EventEnvelope } from '@stagereel/contracts';
import type { FastifyRequest } from 'fastify';
import { sessionOf } from '../server/guards.ts';
import { createEvent } from './event.ts';

type AdminActed = EventData<typeof adminActed>;

/** The admin who performs an action, for the audit log. */
export type Actor = { id: string; email: string; ip: string };

/** The caller of a route guarded by `admin`. */
export const actorOf = (request: FastifyRequest): Actor => {
  const { sub, email } = sessionOf(request);
  return { id: sub, email, ip: request.ip };
};

type Act = { actor: Actor; action: AdminAction } & Pick<AdminActed, 'target'> & Partial<Pick<AdminActed, 'before' | 'after'>>;

/** The audit event of one admin action. It is appended to the outbox of the changed document in the same write. */
export const adminActedEvent = ({ actor, action, target, before = null, after = null }: Act): EventEnvelope<AdminActed> =>
  createEvent(adminActed, { adminId: actor.id, adminEmail: actor.email, ip: actor.ip, action, target, before, after });
