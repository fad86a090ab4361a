import { z } from 'zod';
import { defineEvent } from './envelope.ts';

/** Somebody registered without a verified address, and gets the verification link by mail. Not sent after `expiresAt`. */
export const verifyLinkRequested = defineEvent({
  type: 'verify-link.requested',
  version: 1,
  secret: true,
  schema: z.object({ email: z.string(), name: z.string(), token: z.string(), expiresAt: z.iso.datetime() }),
});
