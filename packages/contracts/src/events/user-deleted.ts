import { z } from 'zod';
import { defineEvent } from './envelope.ts';

/** An account was deleted. Its paid orders are kept with their e-mail address. */
export const userDeleted = defineEvent({
  type: 'user.deleted',
  version: 1,
  schema: z.object({ userId: z.string(), email: z.string(), deletedAt: z.iso.datetime() }),
});
