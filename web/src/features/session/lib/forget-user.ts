import { adminMarker } from '../../../lib/admin-marker.ts';
import { savedData } from '../../../lib/saved-data.ts';
import { forgetPassword } from '../../../lib/volatile-password.ts';

/** Deletes what this browser saved about the user who signed out. */
export const forgetUser = (): void => {
  // Includes a payment attempt with an unknown outcome, because it holds a name and an address. The server settles it without this browser.
  savedData.remove('customerForm', 'customerData', 'pendingRegistration', 'completedOrder', 'paymentAttempt');
  forgetPassword();
  adminMarker.signOut();
};
