// Covers: services/orders, services/identity, services/media, web/src/features/{account,checkout,login,order-lookup,purchase-history,receipt,registration}
import { accountJourneys } from './journeys/account.ts';
import { browserJourneys } from './journeys/browser-journey.ts';
import { loginJourneys } from './journeys/login.ts';
import { orderLookupJourneys } from './journeys/order-lookup.ts';
import { purchaseHistoryJourneys } from './journeys/purchase-history.ts';
import { receiptJourneys } from './journeys/receipts.ts';
import { registrationJourneys } from './journeys/registration.ts';
import { storedVideoJourneys } from './journeys/stored-videos.ts';
import { useShopAndBrowser } from './support/browser-tests.ts';
import { useHeldFfmpeg } from './support/held-ffmpeg.ts';
import { openOrderDesk } from './support/order-desk.ts';

/** The journeys of support/sizes.ts, at a desk. */
const ffmpeg = useHeldFfmpeg();
const shop = useShopAndBrowser({ constants: ffmpeg.constants, env: { TRUSTED_PROXIES: 'loopback' } });
const desk = openOrderDesk(shop);

browserJourneys(shop);
registrationJourneys(shop);
loginJourneys(shop);
accountJourneys(shop);
purchaseHistoryJourneys(shop, desk);
storedVideoJourneys({ shop, desk, ffmpeg });
receiptJourneys(shop, desk);
orderLookupJourneys(shop, desk);
