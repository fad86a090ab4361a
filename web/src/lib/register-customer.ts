import type { registeredSchema } from '@stagereel/contracts';
import type { z } from 'zod';
import { postJson } from './api-client.ts';

export type NewAccount = { email: string; name: string; password: string };
type Registered = z.infer<typeof registeredSchema>;

/** POST /api/register by a browser that has proven the address: makes the account and signs in. */
export const registerCustomer = ({ email, name, password }: NewAccount): Promise<Registered> =>
  postJson<Registered>('/api/register', { email, name, password, confirmPassword: password, agreesToTerms: true });
