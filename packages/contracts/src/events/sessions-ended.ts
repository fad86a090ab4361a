import { z } from 'zod';
import { defineEvent } from './envelope.ts';

/** A user ended all sessions of the own account. */
export const sessionsEnded = defineEvent({
  type: 'sessions.ended',
  version: 1,
  schema: z.object({ userId: z.string(), endedAt: z.iso.datetime() }),
});
