import { z } from 'zod';
import { defineEvent } from './envelope.ts';

/** A contest was deleted; other services delete their data about it. */
export const contestDeleted = defineEvent({
  type: 'contest.deleted',
  version: 1,
  schema: z.object({ contestId: z.string(), name: z.string(), deletedAt: z.iso.datetime() }),
});
