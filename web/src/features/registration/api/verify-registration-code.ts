import type { registeredSchema } from '@stagereel/contracts';
import type { z } from 'zod';
import { postJson } from '../../../lib/api-client.ts';

type Registered = z.infer<typeof registeredSchema>;

/** POST /api/verify-registration-code: makes the account and signs in. */
export const verifyRegistrationCode = (input: { email: string; code: string }): Promise<Registered> =>
  postJson<Registered>('/api/verify-registration-code', input);
