import { expect, test } from '@jest/globals';
import { athleteJourneys } from './journeys/admin-athletes.ts';
import { bulkJourneys } from './journeys/admin-athletes-bulk.ts';
import { athleteDeletionJourneys } from './journeys/admin-athletes-deleted.ts';
import { athleteListJourneys } from './journeys/admin-athletes-many.ts';
import { bulkDeliveryJourneys } from './journeys/admin-bulk-delivery.ts';
import { contestContentJourneys } from './journeys/admin-contest-content.ts';
import { contestEditJourneys } from './journeys/admin-contest-edit.ts';
import { contestListJourneys } from './journeys/admin-contests.ts';
import { editConflictJourneys } from './journeys/admin-edit-conflicts.ts';
import { finishedVideoJourneys } from './journeys/admin-finished-videos.ts';
import { officeFrameJourneys } from './journeys/admin-frame.ts';
import { mediaJourneys } from './journeys/admin-media.ts';
import { rosterJourneys } from './journeys/admin-rosters.ts';
import { openBackOffice } from './support/back-office.ts';
import { useShopAndBrowser } from './support/browser-tests.ts';
import { openContestDesk } from './support/contest-desk.ts';
import { openTextLedger } from './support/text-ledger.ts';

// Without the demo's data: the first journey finds a back office without any contest.
const shop = useShopAndBrowser({ isSeeded: false });
const desk = openContestDesk(shop);
const office = openBackOffice(shop);
const contestTexts = openTextLedger('contest-edit');
const athleteTexts = openTextLedger('athletes');

officeFrameJourneys(shop, desk);
contestListJourneys(shop, desk);
contestEditJourneys({ shop, desk, ledger: contestTexts });
contestContentJourneys(desk, contestTexts);
editConflictJourneys(desk);
athleteJourneys(desk, athleteTexts);
athleteDeletionJourneys(desk, athleteTexts);
athleteListJourneys(desk);
bulkJourneys(desk, athleteTexts);
rosterJourneys(desk);
mediaJourneys(shop, desk);
finishedVideoJourneys(office);
bulkDeliveryJourneys(shop, office);

test('when all of this was done, every text of the edit screen was seen', () => {
  expect([...contestTexts.unseen(), ...athleteTexts.unseen()]).toEqual([]);
});
