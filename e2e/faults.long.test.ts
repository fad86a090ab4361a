// Covers: services/orders, services/notify
import { faultJourneys } from './journeys/faults.ts';
import { useShop } from './support/use-shop.ts';

const RETRIES = [1000, 2000, 5000];
const stack = useShop({
  hasOwnServers: true,
  constants: { notify: { eventRetryMs: RETRIES, mailLeaseMs: 5000 }, orders: { eventRetryMs: RETRIES } },
});
faultJourneys(stack, { ordersEach: 20 });
