import { z } from 'zod';
import { defineEvent } from './envelope.ts';

/** An admin invited somebody to become an admin, who gets the link by mail. Not sent after `expiresAt`. */
export const adminInvited = defineEvent({
  type: 'admin.invited',
  version: 1,
  secret: true,
  schema: z.object({ email: z.string(), invitedBy: z.string(), token: z.string(), expiresAt: z.iso.datetime() }),
});
