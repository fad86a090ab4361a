import { athleteJourneys } from './journeys/admin-athletes.ts';
import { athleteDeletionJourneys } from './journeys/admin-athletes-deleted.ts';
import { contestEditJourneys } from './journeys/admin-contest-edit.ts';
import { contestListJourneys } from './journeys/admin-contests.ts';
import { useShopAndBrowser } from './support/browser-tests.ts';
import { openContestDesk } from './support/contest-desk.ts';
import { openTextLedger } from './support/text-ledger.ts';

// Without the demo's data: the first journey finds a back office without any contest.
const shop = useShopAndBrowser({ isSeeded: false });
const desk = openContestDesk(shop);
const athleteTexts = openTextLedger('athletes');

contestListJourneys(shop, desk);
contestEditJourneys(shop, desk);
athleteJourneys(desk, athleteTexts);
athleteDeletionJourneys(desk, athleteTexts);
