import { emailSupportJourneys } from './journeys/email-support.ts';
import { helpPageJourneys } from './journeys/help-pages.ts';
import { siteFrameJourneys } from './journeys/site-frame.ts';
import { useShopAndBrowser } from './support/browser-tests.ts';
import { SELLER, SENDER } from './support/seller.ts';

/** Every question about the mail server is asked anew, so that no test waits for an answer to grow old. */
const shop = useShopAndBrowser({ env: { ...SELLER, MAIL_FROM: `StageReel <${SENDER.address}>`, EMAIL_STATUS_SECONDS: '0' } });

siteFrameJourneys(shop);
helpPageJourneys(shop);
// Ends the mailbox on its way, with all mails that were in it.
emailSupportJourneys(shop);
