// Covers: services/orders, services/identity, services/notify, web/src/features/{admin-bulk-delivery,admin-follow-up,admin-orders,admin-session,admin-two-factor}
import { beforeAll } from '@jest/globals';
import { adminDeliveryJourneys } from './journeys/admin-deliveries.ts';
import { adminOrderDeskJourneys } from './journeys/admin-order-desk.ts';
import { adminRecallJourneys } from './journeys/admin-recalls.ts';
import { adminSignInJourneys } from './journeys/admin-sign-in.ts';
import { adminTwoFactorJourneys } from './journeys/admin-two-factor.ts';
import { openBackOffice } from './support/back-office.ts';
import { useShopAndBrowser } from './support/browser-tests.ts';

/** Without the demo data. Requests can choose their address; failed mails are retried soon. */
const shop = useShopAndBrowser({
  isSeeded: false,
  env: { TRUSTED_PROXIES: 'loopback' },
  constants: { orders: { mailWaitMs: 5000 }, notify: { eventRetryMs: [1000, 3000, 10_000, 60_000] } },
});
const office = openBackOffice(shop);
beforeAll(office.stock);

adminSignInJourneys(shop, office);
adminTwoFactorJourneys(shop, office);
adminDeliveryJourneys(shop, office);
adminOrderDeskJourneys(shop, office);
adminRecallJourneys(shop, office);
