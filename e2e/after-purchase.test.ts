// Covers: services/orders, services/media, services/notify, web/src/features/{download,order-lookup,order-status,purchase-history,receipt}
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { wrongLogLines } from '@stagereel/service-kit/testing';
import { downloadPageJourneys } from './journeys/download-page.ts';
import { orderLookupJourneys } from './journeys/order-lookup.ts';
import { orderStatusJourneys } from './journeys/order-status.ts';
import { purchaseHistoryJourneys } from './journeys/purchase-history.ts';
import { receiptJourneys } from './journeys/receipts.ts';
import { storedVideoJourneys } from './journeys/stored-videos.ts';
import { useShopAndBrowser } from './support/browser-tests.ts';
import { useHeldFfmpeg } from './support/held-ffmpeg.ts';
import { openOrderDesk } from './support/order-desk.ts';

const ffmpeg = useHeldFfmpeg();
const shop = useShopAndBrowser({ constants: ffmpeg.constants });
const desk = openOrderDesk(shop);

purchaseHistoryJourneys(shop, desk);
downloadPageJourneys(shop, desk);
storedVideoJourneys({ shop, desk, ffmpeg });
receiptJourneys(shop, desk);
orderLookupJourneys(shop, desk);
orderStatusJourneys(shop, desk);

test.each(['gateway', 'catalog', 'orders', 'media', 'notify', 'identity'])(
  'when %s has done all of this, then every line of its log has the documented shape',
  (service) => {
    const log = readFileSync(join(shop.stack().dir, 'logs', `${service}.log`), 'utf8');
    expect(log).toContain(`"service":"${service}"`);
    expect(wrongLogLines({ service, log })).toEqual([]);
  },
);
