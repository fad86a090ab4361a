// Covers: packages/service-kit, services/, deploy/observe
import { afterAll } from '@jest/globals';
import { observabilityJourneys } from './journeys/observability.ts';
import { useShopAndBrowser } from './support/browser-tests.ts';
import { startOtlpReceiver } from './support/otlp-receiver.ts';

const receiver = await startOtlpReceiver();
const shop = useShopAndBrowser({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_BSP_SCHEDULE_DELAY: '200', LOG_LEVEL: 'info' } });
afterAll(() => receiver.stop());

observabilityJourneys(shop, receiver);
