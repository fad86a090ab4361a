import { z } from 'zod';
import { defineEvent } from './envelope.ts';

/** A contest shows another cover, or none. Of two such events the one with the higher `revision` is the later. */
export const coverChanged = defineEvent({
  type: 'cover.changed',
  version: 1,
  schema: z.object({ contestId: z.string(), coverImage: z.string().nullable(), revision: z.int() }),
});
