import { z } from 'zod';
import { defineEvent } from './envelope.ts';

/** Somebody wanted to register an address that has an account. Only its mailbox hears of it. */
export const registrationRepeated = defineEvent({
  type: 'registration.repeated',
  version: 1,
  schema: z.object({ email: z.string() }),
});
