// Covers: services/
import { abuseJourneys } from './journeys/abuse.ts';
import { accessMatrix } from './journeys/access-matrix.ts';
import { apiDescription } from './journeys/api-description.ts';
import { apiPurchases } from './journeys/api-purchases.ts';
import { downloadJourneys } from './journeys/downloads.ts';
import { hostileUploads } from './journeys/hostile-uploads.ts';
import { internalAccess } from './journeys/internal-access.ts';
import { useShop } from './support/use-shop.ts';

/** Payments are reconciled soon. */
const stack = useShop({ constants: { orders: { reconcileAfterMs: 2000, reconcileEveryMs: 1000 } } });

apiPurchases(stack);
accessMatrix(stack);
internalAccess(stack);
abuseJourneys(stack);
downloadJourneys(stack, { ranges: 200 });
hostileUploads(stack);
apiDescription(stack);
