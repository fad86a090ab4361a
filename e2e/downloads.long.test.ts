// Covers: services/gateway, services/orders, services/media
import { downloadJourneys } from './journeys/downloads.ts';
import { useShop } from './support/use-shop.ts';

downloadJourneys(useShop(), { ranges: 1000 });
