import { accountJourneys } from './journeys/account.ts';
import { loginJourneys } from './journeys/login.ts';
import { loginFailureJourneys } from './journeys/login-failures.ts';
import { passwordResetJourneys } from './journeys/password-reset.ts';
import { registrationJourneys } from './journeys/registration.ts';
import { verifyEmailJourneys } from './journeys/verify-email.ts';
import { useShopAndBrowser } from './support/browser-tests.ts';

/** Failures are counted by network: a window may say from which one it comes. */
const shop = useShopAndBrowser({ env: { TRUSTED_PROXIES: 'loopback' } });

registrationJourneys(shop);
verifyEmailJourneys(shop);
loginJourneys(shop);
loginFailureJourneys(shop);
passwordResetJourneys(shop);
accountJourneys(shop);
