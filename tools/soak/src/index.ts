export { chaosReport } from './chaos/report.ts';
export { runChaos } from './chaos/run-chaos.ts';
export { type MediaSoakFigures, type MediaSoakPlan, soakMedia } from './media/soak-media.ts';
export { withProxiedShop } from './shop.ts';
