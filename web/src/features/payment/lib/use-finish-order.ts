import { useQueryClient } from '@tanstack/react-query';
import { requestConfirmationMail } from '../../../api/payments.ts';
import { signInToWantedAccount } from '../../../api/registration.ts';
import { authCheckQuery } from '../../../api/session.ts';
import { forgetDraft } from '../../../lib/order-drafts.ts';
import { type PaymentAttempt, savedData } from '../../../lib/saved-data.ts';
import { forgetPassword } from '../../../lib/volatile-password.ts';
import { type AccountAfterOrder, finishOrder } from './finish-order.ts';
import { fingerprintOf } from './payment-attempt.ts';
import type { RecordedOrder } from './payment-state.ts';

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Deletes only the paid order; a new one started meanwhile stays. */
const forgetOrder = (attempt: PaymentAttempt): void => {
  const order = savedData.read('orderData');
  const isSame = order !== null && fingerprintOf({ order, customer: attempt.customer }) === attempt.fingerprint;
  savedData.remove('paymentAttempt');
  if (!isSame) return;
  savedData.remove('orderData');
  forgetDraft(savedData, attempt.order.contestSlug);
};

/** The next order starts without the option: its account exists, or is offered on the completion screen. */
const forgetWantedAccount = (account: AccountAfterOrder): void => {
  const [form, customer] = [savedData.read('customerForm'), savedData.read('customerData')];
  const hasAccount = account === 'created' || account === 'exists' || customer?.hasAccount === true;
  if (form !== null) savedData.write('customerForm', { ...form, wantsAutoLogin: false });
  if (customer !== null) savedData.write('customerData', { ...customer, hasAccount, wantsAutoLogin: false, isPasswordKept: false });
};

/** Completes the order in this browser: account, mail, saved data. Resolves when the completion screen can be shown. */
export const useFinishOrder = () => {
  const queryClient = useQueryClient();
  return async (attempt: PaymentAttempt, { orderNumber, statusPath }: RecordedOrder): Promise<void> => {
    const { email, name, wantsAutoLogin } = attempt.customer;
    // Saved first, so that the customer finds the order number whatever happens next.
    const completed = { orderNumber, email, name, accountPending: wantsAutoLogin, statusPath };
    savedData.write('completedOrder', completed);
    forgetOrder(attempt);
    forgetPassword();
    const deps = { signIn: signInToWantedAccount, wait, requestConfirmationMail, log: console.warn };
    const account = await finishOrder(deps, { customer: attempt.customer, orderNumber });
    if (wantsAutoLogin) forgetWantedAccount(account);
    savedData.write('completedOrder', {
      ...completed,
      accountPending: account === 'lost',
      ...(account !== 'lost' && account !== 'none' && { account }),
    });
    if (account === 'created') await queryClient.invalidateQueries({ queryKey: authCheckQuery().queryKey });
  };
};
