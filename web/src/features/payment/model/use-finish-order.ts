import { useQueryClient } from '@tanstack/react-query';
import { forgetDraft } from '../../../lib/order-drafts.ts';
import { registerCustomer } from '../../../lib/register-customer.ts';
import type { PaymentAttempt } from '../../../lib/storage.ts';
import { savedData } from '../../../lib/storage.ts';
import { forgetPassword, heldPassword } from '../../../lib/volatile-password.ts';
import { sendPaymentConfirmation } from '../api/send-payment-confirmation.ts';
import { finishOrder } from './finish-order.ts';
import { fingerprintOf } from './payment-attempt.ts';

/** Only the order that was paid is forgotten; a new one begun meanwhile stays. */
const forgetOrder = (attempt: PaymentAttempt): void => {
  const order = savedData.read('orderData');
  const isSame = order !== null && fingerprintOf({ order, customer: attempt.customer }) === attempt.fingerprint;
  savedData.remove('paymentAttempt');
  if (!isSame) return;
  savedData.remove('orderData');
  forgetDraft(savedData, attempt.order.contestSlug);
};

/** Ends the order in this browser: account, mail, saved data. Resolves when the completion screen may be shown. */
export const useFinishOrder = () => {
  const queryClient = useQueryClient();
  return async (attempt: PaymentAttempt, orderNumber: string): Promise<void> => {
    const { email, name, wantsAutoLogin } = attempt.customer;
    // Saved first: whatever happens from here, the customer finds the order number again.
    const completed = { orderNumber, email, name, accountPending: wantsAutoLogin };
    savedData.write('completedOrder', completed);
    forgetOrder(attempt);
    const deps = { register: registerCustomer, sendConfirmation: sendPaymentConfirmation, password: heldPassword(), log: console.warn };
    const account = await finishOrder(deps, { customer: attempt.customer, orderNumber });
    forgetPassword();
    savedData.write('completedOrder', { ...completed, accountPending: account === 'wanted', accountLinkSent: account === 'link-sent' });
    if (account === 'made') await queryClient.invalidateQueries({ queryKey: ['/api/auth/check'] });
  };
};
