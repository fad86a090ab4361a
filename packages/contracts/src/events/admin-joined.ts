import { z } from 'zod';
import { defineEvent } from './envelope.ts';

/** Somebody accepted an invitation and is an admin now. One event for each other admin, who is told by mail. */
export const adminJoined = defineEvent({
  type: 'admin.joined',
  version: 1,
  schema: z.object({
    recipient: z.string(),
    email: z.string().describe('of the new admin'),
    invitedBy: z.string(),
    joinedAt: z.iso.datetime(),
  }),
});
