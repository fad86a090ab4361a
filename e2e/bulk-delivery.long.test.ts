// Covers: services/orders, services/media, web/src/features/{admin-bulk-delivery,admin-orders}
import { bulkDeliveryJourneys } from './journeys/admin-bulk-delivery.ts';
import { openBackOffice } from './support/back-office.ts';
import { useShopAndBrowser } from './support/browser-tests.ts';

const shop = useShopAndBrowser({ isSeeded: false });

bulkDeliveryJourneys(shop, openBackOffice(shop), { count: 300 });
