import type { NewAccount, RegistrationOutcome } from '../../../api/registration.ts';
import { ApiError } from '../../../lib/api-error.ts';
import type { PaymentAttempt } from '../../../lib/saved-data.ts';

type Deps = {
  register: (account: NewAccount) => Promise<RegistrationOutcome>;
  requestConfirmationMail: (input: { orderNumber: string; to: string }) => Promise<unknown>;
  /** The password of the auto-login option; null when the option was not chosen or the password is lost. */
  password: string | null;
  log: (message: string, error: unknown) => void;
};
type Paid = { customer: PaymentAttempt['customer']; orderNumber: string };

/**
 * The account after a paid order. `created`: and signed in. `link-sent`: a mailed link completes it. `exists`: the address already has an
 * account. `wanted`: not created, but it can still be offered.
 */
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
 * The steps after a paid order: creates the account, if wanted, and requests the confirmation mail. Neither may stop the order, and the
 * mail is not awaited.
 */
export const finishOrder = async (deps: Deps, paid: Paid): Promise<AccountAfterOrder> => {
  const account = await makeAccount(deps, paid.customer);
  const confirmation = deps.requestConfirmationMail({ orderNumber: paid.orderNumber, to: paid.customer.email });
  void confirmation.catch((error) => deps.log('confirmation was not sent', error));
  return account;
};
