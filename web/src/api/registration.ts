import type { emailLinkVerifiedSchema, registeredSchema, registrationPendingSchema, WantedAccount } from '@stagereel/contracts';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { postJson, requestJson, requestNothing } from '../lib/api-client.ts';
import { ApiError } from '../lib/api-error.ts';
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

/** POST /api/wanted-account/check: refused with a text at the field `password` when the password could be guessed. */
export const checkWantedPassword = (account: NewAccount): Promise<void> =>
  requestNothing('/api/wanted-account/check', { method: 'POST', json: account });

/** PUT /api/wanted-account: the server keeps the password's hash until the order is paid. The browser must have verified the address. */
export const saveWantedAccount = (account: NewAccount): Promise<void> =>
  requestNothing('/api/wanted-account', { method: 'PUT', json: account });

/** DELETE /api/wanted-account: the customer wants no account any more. */
export const discardWantedAccount = (): Promise<void> => requestNothing('/api/wanted-account', { method: 'DELETE' });

/**
 * PUT /api/wanted-account/order: the payment of this order creates the account. A refusal is final: nothing is kept for this browser, and
 * the account is offered after the payment.
 */
export const wantedAccountOrderQuery = (orderNumber: string) =>
  queryOptions({
    queryKey: ['/api/wanted-account/order', orderNumber] as const,
    queryFn: async () => {
      await requestNothing('/api/wanted-account/order', { method: 'PUT', json: { orderNumber } });
      return true;
    },
    // A new password must be bound to the order again.
    staleTime: 0,
    retry: (failures, error) => failures < 3 && !(error instanceof ApiError && error.status < 500),
  });

/** POST /api/wanted-account/sign-in, after the payment. */
export const signInToWantedAccount = (orderNumber: string): Promise<WantedAccount> =>
  postJson<WantedAccount>('/api/wanted-account/sign-in', { orderNumber });
