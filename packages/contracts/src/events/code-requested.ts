import { z } from 'zod';
import { codePurposeSchema } from '../http/codes.ts';
import { defineEvent } from './envelope.ts';

/** Somebody requested a six-digit code. Not sent after `expiresAt`. */
export const codeRequested = defineEvent({
  type: 'code.requested',
  version: 1,
  secret: true,
  schema: z.object({
    purpose: codePurposeSchema,
    email: z.string(),
    code: z.string(),
    expiresAt: z.iso.datetime(),
    isDecoy: z.literal(true).optional().describe('nothing is mailed; without it, timing would tell whether the address has an account'),
  }),
});
