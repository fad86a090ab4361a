// Covers: services/
import { abuseJourneys } from './journeys/abuse.ts';
import { accessMatrix, INTERNAL_TOKEN } from './journeys/access-matrix.ts';
import { apiDescription } from './journeys/api-description.ts';
import { apiPurchases } from './journeys/api-purchases.ts';
import { downloadJourneys } from './journeys/downloads.ts';
import { hostileUploads } from './journeys/hostile-uploads.ts';
import { useShop } from './support/use-shop.ts';

/** Payments are reconciled soon. */
const stack = useShop({ env: { RECONCILE_AFTER_SECONDS: '2', RECONCILE_EVERY_SECONDS: '1', INTERNAL_TOKEN } });

apiPurchases(stack);
accessMatrix(stack);
abuseJourneys(stack);
downloadJourneys(stack);
hostileUploads(stack);
apiDescription(stack);
