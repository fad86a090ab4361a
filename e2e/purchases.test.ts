// Covers: services/orders, services/catalog, services/identity, web/src/features/{account-offer,checkout,contests,order-form,payment}
import { browserJourneys } from './journeys/browser-journey.ts';
import { changesMeanwhile } from './journeys/changes-meanwhile.ts';
import { confirmationJourneys } from './journeys/confirmation.ts';
import { orderFormJourneys } from './journeys/order-form.ts';
import { purchaseJourneys } from './journeys/purchase.ts';
import { unclearPayments } from './journeys/unclear-payments.ts';
import { verificationJourneys } from './journeys/verification.ts';
import { useShopAndBrowser } from './support/browser-tests.ts';

/** The countdown before another code is long enough to be seen, and short enough to wait for. */
const shop = useShopAndBrowser({ env: { CODE_RESEND_SECONDS: '3' } });

orderFormJourneys(shop);
browserJourneys(shop);
purchaseJourneys(shop);
confirmationJourneys(shop);
verificationJourneys(shop);
unclearPayments(shop);
changesMeanwhile(shop);
