import { z } from 'zod';
import { defineEvent } from './envelope.ts';

/** Somebody registered without having proven the address: the link that proves it. Never worth sending after `expiresAt`. */
export const verifyLinkRequested = defineEvent({
  type: 'verify-link.requested',
  version: 1,
  secret: true,
  schema: z.object({ email: z.string(), name: z.string(), token: z.string(), expiresAt: z.iso.datetime() }),
});
