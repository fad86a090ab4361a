export { type Proxies, SERVERS } from './chaos/connections.ts';
export { chaosReport } from './chaos/report.ts';
export { killServices, runChaos } from './chaos/run-chaos.ts';
export { FAULT_KINDS } from './chaos/toxiproxy.ts';
export { type MediaSoakFigures, type MediaSoakPlan, soakMedia } from './media/soak-media.ts';
export { type Random, seededBytes, seededRandom } from './seeded.ts';
export { withProxiedShop, withProxies } from './shop.ts';
