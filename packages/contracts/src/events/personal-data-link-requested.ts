import { z } from 'zod';
import { personalDataKindSchema } from '../http/personal-data.ts';
import { defineEvent } from './envelope.ts';

/** Somebody asked for the data about an address, or for its erasure. Its owner gets the link that does it. Not sent after `expiresAt`. */
export const personalDataLinkRequested = defineEvent({
  type: 'personal-data-link.requested',
  version: 1,
  secret: true,
  schema: z.object({ kind: personalDataKindSchema, email: z.string(), token: z.string(), expiresAt: z.iso.datetime() }),
});
