import { sendEmailCode } from '../../../api/email-code.ts';
import { afterCodeSent, afterResendRefused, isCodeAlreadySent, secondsUntilResend } from '../../../lib/resend-wait.ts';
import type { CustomerData } from '../../../lib/saved-data.ts';
import { isProven, type Person } from './email-proof.ts';
import { checkChosenPassword, discardUnwantedAccount, keepWantedAccount } from './wanted-account.ts';

/** `code`: the address must be verified first, or it turned out to have an account. */
export type Submitted = { customer: CustomerData; next: 'code' | 'payment' };

const withCode = async (customer: CustomerData): Promise<CustomerData> => {
  if (secondsUntilResend(customer.resendAt, Date.now()) > 0) return customer;
  try {
    return afterCodeSent(customer, await sendEmailCode(customer.email), Date.now());
  } catch (error) {
    if (isCodeAlreadySent(error)) return afterResendRefused(customer, error, Date.now());
    throw error;
  }
};

/**
 * What the confirmation screen does with its customer: checks a chosen password, and keeps the password of a verified address on the server, or sends a code.
 * @throws {ApiError | NetworkError} when the code cannot be sent; as discardUnwantedAccount and checkChosenPassword
 */
export const submitCustomer = async (input: { customer: CustomerData; user: Person | null }): Promise<Submitted> => {
  const { user } = input;
  const customer = await discardUnwantedAccount(input.customer);
  await checkChosenPassword(customer);
  if (!isProven({ customer, user, now: Date.now() })) return { customer: await withCode(customer), next: 'code' };
  const kept = await keepWantedAccount(customer);
  return { customer: kept, next: kept.hasAccount && !customer.hasAccount ? 'code' : 'payment' };
};
