import { downloadPageJourneys } from './journeys/download-page.ts';
import { purchaseHistoryJourneys } from './journeys/purchase-history.ts';
import { useShopAndBrowser } from './support/browser-tests.ts';
import { openOrderDesk } from './support/order-desk.ts';

const shop = useShopAndBrowser();
const desk = openOrderDesk(shop);

purchaseHistoryJourneys(shop, desk);
downloadPageJourneys(shop, desk);
