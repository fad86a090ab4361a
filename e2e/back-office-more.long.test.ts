// Covers: services/catalog, services/orders, services/identity, web/src/features/{admin-contests,admin-sales,admin-security,admin-users}
import { beforeAll, describe } from '@jest/globals';
import { adminAuditJourneys } from './journeys/admin-audit.ts';
import { editConflictJourneys } from './journeys/admin-edit-conflicts.ts';
import { adminSalesJourneys } from './journeys/admin-sales.ts';
import { adminSecurityJourneys } from './journeys/admin-security.ts';
import { adminUserJourneys } from './journeys/admin-users.ts';
import { openBackOffice } from './support/back-office.ts';
import { useShopAndBrowser } from './support/browser-tests.ts';
import { openContestDesk } from './support/contest-desk.ts';

/** Journeys whose screens and services have tests of their own, which `npm test` runs. Requests can choose their address. */
const shop = useShopAndBrowser({ isSeeded: false, env: { TRUSTED_PROXIES: 'loopback' } });
const desk = openContestDesk(shop);
const office = openBackOffice(shop);

editConflictJourneys(desk);
describe('with orders', () => {
  beforeAll(office.stock);
  adminSalesJourneys(shop, office);
  adminAuditJourneys(shop, office);
  adminSecurityJourneys(shop, office);
  adminUserJourneys(shop, office);
});
