// Covers: services/identity, services/notify, web/src/features/{account,login,password-reset,registration,session}
import { accountJourneys } from './journeys/account.ts';
import { loginJourneys } from './journeys/login.ts';
import { loginFailureJourneys } from './journeys/login-failures.ts';
import { passwordResetJourneys } from './journeys/password-reset.ts';
import { registrationJourneys } from './journeys/registration.ts';
import { verifyEmailJourneys } from './journeys/verify-email.ts';
import { useShopAndBrowser } from './support/browser-tests.ts';

/** Sign-in failures are counted per network: with a trusted proxy, a window can choose its address. */
const shop = useShopAndBrowser({ env: { TRUSTED_PROXIES: 'loopback' } });

registrationJourneys(shop);
verifyEmailJourneys(shop);
loginJourneys(shop);
loginFailureJourneys(shop);
passwordResetJourneys(shop);
accountJourneys(shop);
