import { z } from 'zod';
import { sampleVideoSchema } from '../http/contests.ts';
import { defineEvent } from './envelope.ts';

/** The cover image or the samples of a contest were added, changed or removed. The event with the highest `revision` is the latest. */
export const coverChanged = defineEvent({
  type: 'cover.changed',
  version: 1,
  schema: z.object({
    contestId: z.string(),
    coverImage: z.string().nullable(),
    hasSamples: z.boolean(),
    sampleVideo: sampleVideoSchema.nullable(),
    revision: z.int(),
  }),
});
