import type { registeredSchema, registrationPendingSchema } from '@stagereel/contracts';
import type { z } from 'zod';
import { postJson } from './api-client.ts';

export type NewAccount = { email: string; name: string; password: string };
type Answer = z.infer<typeof registeredSchema> | z.infer<typeof registrationPendingSchema>;

/** `made`: and signed in. `link-sent`: the proof of the address is over, and a mailed link ends the registration. */
export type RegistrationOutcome = 'made' | 'link-sent';

/** POST /api/register, in a browser that has proven the address. */
export const registerCustomer = async ({ email, name, password }: NewAccount): Promise<RegistrationOutcome> => {
  const answer = await postJson<Answer>('/api/register', { email, name, password, confirmPassword: password, agreesToTerms: true });
  return 'user' in answer ? 'made' : 'link-sent';
};
