// Covers: services/notify, services/identity, web/src/features/{about,contact,email-support,legal,personal-data,sharing,venue-print}
import { missingMailHelpJourneys } from './journeys/email-support.ts';
import { firstLoadJourneys } from './journeys/first-load.ts';
import { helpPageJourneys } from './journeys/help-pages.ts';
import { personalDataJourneys } from './journeys/personal-data.ts';
import { siteFrameJourneys } from './journeys/site-frame.ts';
import { useShopAndBrowser } from './support/browser-tests.ts';
import { SELLER, SENDER } from './support/seller.ts';

/** The status of the mail server is not cached, so that no test waits for the cache to expire. */
const shop = useShopAndBrowser({
  env: { ...SELLER, MAIL_FROM: `StageReel <${SENDER.address}>` },
  constants: { notify: { emailStatusMs: 0 } },
});

firstLoadJourneys(shop);
siteFrameJourneys(shop);
helpPageJourneys(shop);
personalDataJourneys(shop);
// Last: it stops the mailbox, which deletes all mails.
missingMailHelpJourneys(shop);
