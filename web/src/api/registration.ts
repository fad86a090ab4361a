import type { emailLinkVerifiedSchema, registeredSchema, registrationPendingSchema } from '@stagereel/contracts';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { postJson, requestJson } from '../lib/api-client.ts';
import type { CodeSent } from './email-code.ts';

export type NewAccount = { email: string; name: string; password: string };
type Registered = z.infer<typeof registeredSchema>;
type RegistrationPending = z.infer<typeof registrationPendingSchema>;
type EmailLinkVerified = z.infer<typeof emailLinkVerifiedSchema>;

/** `created`: the account exists and is signed in. `link-sent`: the address is no longer verified, so a mailed link completes it. */
export type RegistrationOutcome = 'created' | 'link-sent';

/** POST /api/register, in a browser that has verified the address. */
export const registerCustomer = async ({ email, name, password }: NewAccount): Promise<RegistrationOutcome> => {
  const account = { email, name, password, confirmPassword: password, agreesToTerms: true };
  const response = await postJson<Registered | RegistrationPending>('/api/register', account);
  return 'user' in response ? 'created' : 'link-sent';
};

/** POST /api/send-registration-code: the code that completes a registration in this browser; earlier codes become invalid. */
export const sendRegistrationCode = ({ email, password, name }: NewAccount): Promise<CodeSent> =>
  postJson<CodeSent>('/api/send-registration-code', { email, password, name });

/** POST /api/verify-registration-code: creates the account and signs in. */
export const verifyRegistrationCode = (input: { email: string; code: string }): Promise<Registered> =>
  postJson<Registered>('/api/verify-registration-code', input);

/** GET /api/verify-email?token=…: one request per link. It takes no abort signal, so a page that unmounts does not cancel it. */
export const verifyEmailQuery = (token: string) =>
  queryOptions({
    queryKey: ['/api/verify-email', token] as const,
    queryFn: () => requestJson<EmailLinkVerified>(`/api/verify-email?${new URLSearchParams({ token })}`),
  });

/** POST /api/verify-email: the same in a browser that did not register, with the password that was chosen. */
export const verifyEmailByPassword = (input: { token: string; password: string }): Promise<EmailLinkVerified> =>
  postJson<EmailLinkVerified>('/api/verify-email', input);
