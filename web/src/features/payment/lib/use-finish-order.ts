import { useQueryClient } from '@tanstack/react-query';
import { requestConfirmationMail } from '../../../api/payments.ts';
import { registerCustomer } from '../../../api/registration.ts';
import { authCheckQuery } from '../../../api/session.ts';
import { forgetDraft } from '../../../lib/order-drafts.ts';
import { type PaymentAttempt, savedData } from '../../../lib/saved-data.ts';
import { forgetPassword, rememberedPassword } from '../../../lib/volatile-password.ts';
import { finishOrder } from './finish-order.ts';
import { fingerprintOf } from './payment-attempt.ts';
import type { RecordedOrder } from './payment-state.ts';

/** Deletes only the paid order; a new one started meanwhile stays. */
const forgetOrder = (attempt: PaymentAttempt): void => {
  const order = savedData.read('orderData');
  const isSame = order !== null && fingerprintOf({ order, customer: attempt.customer }) === attempt.fingerprint;
  savedData.remove('paymentAttempt');
  if (!isSame) return;
  savedData.remove('orderData');
  forgetDraft(savedData, attempt.order.contestSlug);
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
    const deps = {
      register: registerCustomer,
      requestConfirmationMail,
      password: rememberedPassword(),
      log: console.warn,
    };
    const account = await finishOrder(deps, { customer: attempt.customer, orderNumber });
    forgetPassword();
    savedData.write('completedOrder', {
      ...completed,
      accountPending: account === 'wanted',
      accountLinkSent: account === 'link-sent',
      ...((account === 'created' || account === 'exists') && { account }),
    });
    if (account === 'created') await queryClient.invalidateQueries({ queryKey: authCheckQuery().queryKey });
  };
};
