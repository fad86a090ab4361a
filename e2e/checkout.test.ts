import { confirmationJourneys } from './journeys/confirmation.ts';
import { purchaseJourneys } from './journeys/purchase.ts';
import { verificationJourneys } from './journeys/verification.ts';
import { useShopAndBrowser } from './support/browser-tests.ts';

/** Long enough to be seen. */
const shop = useShopAndBrowser({ env: { CODE_RESEND_SECONDS: '3' } });

purchaseJourneys(shop);
confirmationJourneys(shop);
verificationJourneys(shop);
