// Covers: services/catalog, services/media, services/orders, web/src/features/{admin-bulk-delivery,admin-contests,admin-follow-up,admin-media,admin-orders,admin-session,admin-today}
import { athleteJourneys } from './journeys/admin-athletes.ts';
import { bulkJourneys } from './journeys/admin-athletes-bulk.ts';
import { athleteListJourneys } from './journeys/admin-athletes-many.ts';
import { bulkDeliveryJourneys } from './journeys/admin-bulk-delivery.ts';
import { contestEditJourneys } from './journeys/admin-contest-edit.ts';
import { contestListJourneys } from './journeys/admin-contests.ts';
import { finishedVideoJourneys } from './journeys/admin-finished-videos.ts';
import { officeFrameJourneys } from './journeys/admin-frame.ts';
import { mediaJourneys } from './journeys/admin-media.ts';
import { rosterJourneys } from './journeys/admin-rosters.ts';
import { openBackOffice } from './support/back-office.ts';
import { useShopAndBrowser } from './support/browser-tests.ts';
import { openContestDesk } from './support/contest-desk.ts';

// Without the demo data: the first journey needs a back office without contests.
const shop = useShopAndBrowser({ isSeeded: false });
const desk = openContestDesk(shop);
const office = openBackOffice(shop);

officeFrameJourneys(shop, desk);
contestListJourneys(desk);
contestEditJourneys(desk);
athleteJourneys(desk);
athleteListJourneys(desk, { count: 100 });
bulkJourneys(desk);
rosterJourneys(desk);
mediaJourneys(shop, desk);
finishedVideoJourneys(office);
bulkDeliveryJourneys(shop, office, { count: 24 });
