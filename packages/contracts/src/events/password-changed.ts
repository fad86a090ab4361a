import { z } from 'zod';
import { defineEvent } from './envelope.ts';

/** An account has a new password: `change` by its signed-in owner, `reset` by a mailed code. */
export const passwordChanged = defineEvent({
  type: 'password.changed',
  version: 1,
  schema: z.object({ userId: z.string(), email: z.string(), how: z.enum(['change', 'reset']), changedAt: z.iso.datetime() }),
});
