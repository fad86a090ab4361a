// Covers: services/orders, services/catalog, services/identity, services/notify, web/src/features/{account,account-offer,checkout,contests,login,order-form,password-reset,payment,registration,session}
import { accountJourneys } from './journeys/account.ts';
import { browserJourneys } from './journeys/browser-journey.ts';
import { changesMeanwhile } from './journeys/changes-meanwhile.ts';
import { confirmationJourneys } from './journeys/confirmation.ts';
import { loginJourneys } from './journeys/login.ts';
import { loginFailureJourneys } from './journeys/login-failures.ts';
import { orderFormJourneys } from './journeys/order-form.ts';
import { passwordResetJourneys } from './journeys/password-reset.ts';
import { purchaseJourneys } from './journeys/purchase.ts';
import { registrationJourneys } from './journeys/registration.ts';
import { tapJourneys } from './journeys/taps.ts';
import { unclearPayments } from './journeys/unclear-payments.ts';
import { verificationJourneys } from './journeys/verification.ts';
import { verifyEmailJourneys } from './journeys/verify-email.ts';
import { useShopAndBrowser } from './support/browser-tests.ts';

/** Sign-in failures are counted per network: with a trusted proxy, a window can choose its address. */
const shop = useShopAndBrowser({ env: { TRUSTED_PROXIES: 'loopback' } });

// The first journey needs the contests of the demo data alone.
orderFormJourneys(shop);
browserJourneys(shop);
tapJourneys(shop);
purchaseJourneys(shop);
confirmationJourneys(shop);
verificationJourneys(shop);
unclearPayments(shop);
changesMeanwhile(shop);
registrationJourneys(shop);
verifyEmailJourneys(shop);
loginJourneys(shop);
loginFailureJourneys(shop);
passwordResetJourneys(shop);
accountJourneys(shop);
