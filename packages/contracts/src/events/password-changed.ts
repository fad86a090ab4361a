import { z } from 'zod';
import { defineEvent } from './envelope.ts';

/** The password of an account was changed: `change` by the signed-in owner, `reset` with a mailed code. */
export const passwordChanged = defineEvent({
  type: 'password.changed',
  version: 1,
  schema: z.object({ userId: z.string(), email: z.string(), how: z.enum(['change', 'reset']), changedAt: z.iso.datetime() }),
});
