import { ApiError } from '../../../lib/api-error.ts';
import type { NewAccount, RegistrationOutcome } from '../../../lib/register-customer.ts';
import type { PaymentAttempt } from '../../../lib/storage.ts';

type Deps = {
  register: (account: NewAccount) => Promise<RegistrationOutcome>;
  sendConfirmation: (input: { orderNumber: string; to: string }) => Promise<unknown>;
  /** The password of the auto-login option; null when it was not chosen or is lost. */
  password: string | null;
  log: (message: string, error: unknown) => void;
};
type Paid = { customer: PaymentAttempt['customer']; orderNumber: string };

/** `made`: and signed in. `link-sent`: a mailed link ends it. `exists`: the address has an account, and its owner may sign in. `wanted`: it can still be offered. */
export type AccountAfterOrder = RegistrationOutcome | 'none' | 'exists' | 'wanted';

const makeAccount = async (
  { register, password, log }: Deps,
  { email, name, wantsAutoLogin }: Paid['customer'],
): Promise<AccountAfterOrder> => {
  if (!wantsAutoLogin) return 'none';
  if (password === null) return 'wanted';
  try {
    return await register({ email, name, password });
  } catch (error) {
    log('account was not made', error);
    return error instanceof ApiError && error.code === 'AccountExists' ? 'exists' : 'wanted';
  }
};

/**
 * What follows a paid order: the account, where one was wanted, and asking after the confirmation mail. Neither may stop the order;
 * the mail is not even waited for.
 */
export const finishOrder = async (deps: Deps, paid: Paid): Promise<AccountAfterOrder> => {
  const account = await makeAccount(deps, paid.customer);
  const confirmation = deps.sendConfirmation({ orderNumber: paid.orderNumber, to: paid.customer.email });
  void confirmation.catch((error) => deps.log('confirmation was not sent', error));
  return account;
};
