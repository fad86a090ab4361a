export { type Summary, summarise } from './measure/recorder.ts';
export { type Random, seededBytes, seededRandom } from './plan/seeded.ts';
export { withOwnShop } from './rehearsed-shop.ts';
export { rehearsalReport } from './report.ts';
export { runRehearsal } from './run-rehearsal.ts';
