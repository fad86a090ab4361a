export { type MediaSoakFigures, type MediaSoakPlan, soakMedia } from './media/soak-media.ts';
