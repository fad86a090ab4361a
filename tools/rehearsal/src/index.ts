export type { RehearsalPlan } from './plan/command.ts';
export { rehearsalReport } from './report.ts';
export { runRehearsal } from './run-rehearsal.ts';
export { withOwnShop } from './shop/rehearsed-shop.ts';
