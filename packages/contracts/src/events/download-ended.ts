import { z } from 'zod';
import { claimIdSchema } from '../http/downloads.ts';
import { defineEvent } from './envelope.ts';

/** Claims of stored videos that were ended early. `until`: their regular end. */
export const downloadEnded = defineEvent({
  type: 'download.ended',
  version: 1,
  schema: z.object({
    orderNumber: z.string(),
    claims: z.array(z.object({ claimId: claimIdSchema, until: z.iso.datetime() })),
  }),
});
