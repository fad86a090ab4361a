import type { Size } from './browser.ts';

const isLong = process.env['LONG_TESTS'] === 'only';

/**
 * Most customers have a phone, and most admins a desk: `npm test` plays long journeys at these sizes, and `npm run test:long` at the other ones.
 * every-screen.test.ts inspects every screen at all widths.
 */
export const customerSizes: readonly Size[] = [isLong ? 'desk' : 'phone'];
export const adminSizes: readonly Size[] = [isLong ? 'phone' : 'desk'];
