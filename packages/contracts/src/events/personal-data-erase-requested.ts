import { z } from 'zod';
import { defineEvent } from './envelope.ts';

/**
 * Everything about an address is to be erased that no law requires to be kept. What is stored after `requestedAt` is not affected. The pseudonym
 * replaces the address where a fact is kept; it is the same for every erasure of an address.
 */
export const personalDataEraseRequested = defineEvent({
  type: 'personal-data.erase-requested',
  version: 1,
  schema: z.object({ email: z.string(), pseudonym: z.string(), requestedAt: z.iso.datetime() }),
});
