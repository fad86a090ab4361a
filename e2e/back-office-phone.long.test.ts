// Covers: services/catalog, services/orders, web/src/features/{admin-bulk-delivery,admin-contests,admin-follow-up,admin-orders}
import { beforeAll, describe } from '@jest/globals';
import { athleteJourneys } from './journeys/admin-athletes.ts';
import { bulkJourneys } from './journeys/admin-athletes-bulk.ts';
import { athleteListJourneys, athleteScrolling } from './journeys/admin-athletes-many.ts';
import { contestEditJourneys } from './journeys/admin-contest-edit.ts';
import { contestListJourneys } from './journeys/admin-contests.ts';
import { adminOrderDeskJourneys } from './journeys/admin-order-desk.ts';
import { adminRecallJourneys } from './journeys/admin-recalls.ts';
import { rosterJourneys } from './journeys/admin-rosters.ts';
import { openBackOffice } from './support/back-office.ts';
import { useShopAndBrowser } from './support/browser-tests.ts';
import { openContestDesk } from './support/contest-desk.ts';

/** The journeys of support/sizes.ts, on a phone, and the list of 2,000 athletes. */
const shop = useShopAndBrowser({ isSeeded: false });
const desk = openContestDesk(shop);
const office = openBackOffice(shop);

contestListJourneys(desk);
contestEditJourneys(desk);
athleteJourneys(desk);
athleteListJourneys(desk, { count: 2_000 });
athleteScrolling(desk, { count: 2_000 });
bulkJourneys(desk);
rosterJourneys(desk);
describe('orders', () => {
  beforeAll(office.stock);
  adminOrderDeskJourneys(shop, office);
  adminRecallJourneys(shop, office);
});
