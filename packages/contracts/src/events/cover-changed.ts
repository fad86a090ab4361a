import { z } from 'zod';
import { defineEvent } from './envelope.ts';

/** The cover image of a contest was changed or removed. The event with the highest `revision` is the latest. */
export const coverChanged = defineEvent({
  type: 'cover.changed',
  version: 1,
  schema: z.object({ contestId: z.string(), coverImage: z.string().nullable(), revision: z.int() }),
});
