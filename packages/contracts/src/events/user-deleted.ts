import { z } from 'zod';
import { defineEvent } from './envelope.ts';

/** An account is gone. Its orders stay with their address. */
export const userDeleted = defineEvent({
  type: 'user.deleted',
  version: 1,
  schema: z.object({ userId: z.string(), email: z.string(), deletedAt: z.iso.datetime() }),
});
