// Covers: services/orders, services/notify
import { faultJourneys } from './journeys/faults.ts';
import { useShop } from './support/use-shop.ts';

const stack = useShop({ hasOwnServers: true, env: { EVENT_RETRY_SECONDS: '1,2,5', MAIL_LEASE_SECONDS: '5' } });
faultJourneys(stack, { ordersEach: 20 });
