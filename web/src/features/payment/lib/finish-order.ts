import type { WantedAccount } from '@stagereel/contracts';
import type { PaymentAttempt } from '../../../lib/saved-data.ts';

type Deps = {
  signIn: (orderNumber: string) => Promise<WantedAccount>;
  wait: (milliseconds: number) => Promise<void>;
  requestConfirmationMail: (input: { orderNumber: string; to: string }) => Promise<unknown>;
  log: (message: string, error: unknown) => void;
};
type Paid = { customer: PaymentAttempt['customer']; orderNumber: string };

/**
 * The account after a paid order. `created`: and signed in. `pending`: the server has not created it yet, but will. `exists`: the address
 * got another account. `lost`: the server knows nothing about it, so it can only be offered again. `none`: not wanted.
 */
export type AccountAfterOrder = 'created' | 'pending' | 'exists' | 'lost' | 'none';

/** The server creates the account as soon as it hears of the payment, usually within a second. */
const WAITS_MS = [0, 300, 700, 1_500, 2_500];

const signInToAccount = async ({ signIn, wait, log }: Deps, { customer, orderNumber }: Paid): Promise<AccountAfterOrder> => {
  if (!customer.wantsAutoLogin) return 'none';
  try {
    for (const milliseconds of WAITS_MS) {
      await wait(milliseconds);
      const { account } = await signIn(orderNumber);
      if (account !== 'pending') return account === 'none' ? 'lost' : account;
    }
  } catch (error) {
    log('sign-in after the order failed', error);
  }
  return 'pending';
};

/**
 * The steps after a paid order: signs in to the wanted account, and requests the confirmation mail. Neither may stop the order, and the
 * mail is not awaited.
 */
export const finishOrder = async (deps: Deps, paid: Paid): Promise<AccountAfterOrder> => {
  const confirmation = deps.requestConfirmationMail({ orderNumber: paid.orderNumber, to: paid.customer.email });
  void confirmation.catch((error) => deps.log('confirmation was not sent', error));
  return signInToAccount(deps, paid);
};
