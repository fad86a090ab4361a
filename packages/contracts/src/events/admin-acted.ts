import { z } from 'zod';
import { defineEvent } from './envelope.ts';

/** An admin changed something; identity keeps the audit log. */
export const adminActed = defineEvent({
  type: 'admin.acted',
  version: 1,
  schema: z.object({
    adminId: z.string(),
    adminEmail: z.string(),
    action: z.string().describe('verb in the past tense, as contest.updated'),
    target: z.object({ type: z.string(), id: z.string(), label: z.string() }),
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
    ip: z.string().nullable(),
  }),
});
