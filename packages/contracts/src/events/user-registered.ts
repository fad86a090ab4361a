import { z } from 'zod';
import { defineEvent } from './envelope.ts';

/** An account was created. */
export const userRegistered = defineEvent({
  type: 'user.registered',
  version: 1,
  schema: z.object({ userId: z.string(), email: z.string(), name: z.string() }),
});
