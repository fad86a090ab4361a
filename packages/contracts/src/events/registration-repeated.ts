import { z } from 'zod';
import { defineEvent } from './envelope.ts';

/** Somebody tried to register an address that already has an account. Only the owner of the address is told, by mail. */
export const registrationRepeated = defineEvent({
  type: 'registration.repeated',
  version: 1,
  schema: z.object({ email: z.string() }),
});
