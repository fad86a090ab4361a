/**
 * Work that takes much time of a processor, and how many calls that do it one network may send in a minute. Behind the Wi-Fi of a hall, one network
 * is 300 guests within ten minutes.
 */
export const COSTLY_CALLS_PER_MINUTE = {
  /** Hashes a password. */
  hash: 300,
  /** Looks through all athletes, audit entries or sign-ins. */
  search: 600,
  /** Reads a whole table. */
  export: 60,
  /** Decodes a picture. */
  render: 600,
} as const;
export type CostlyWork = keyof typeof COSTLY_CALLS_PER_MINUTE;

export type CostlyCall = { service: 'catalog' | 'identity' | 'media' | 'orders'; work: CostlyWork };

/**
 * Every call that does such work. Only these may do it: service-kit counts them before the work, and lets few of them work at the same time. A service
 * that has no route for one of its calls does not start.
 */
export const costlyCalls: Record<string, CostlyCall> = {
  'POST /api/login': { service: 'identity', work: 'hash' },
  'POST /api/admin/login': { service: 'identity', work: 'hash' },
  'POST /api/register': { service: 'identity', work: 'hash' },
  'POST /api/send-registration-code': { service: 'identity', work: 'hash' },
  'POST /api/verify-email': { service: 'identity', work: 'hash' },
  'PUT /api/wanted-account': { service: 'identity', work: 'hash' },
  'POST /api/change-password': { service: 'identity', work: 'hash' },
  'POST /api/reset-password': { service: 'identity', work: 'hash' },
  'POST /api/admin/invitations/accept': { service: 'identity', work: 'hash' },
  'GET /api/admin/audit': { service: 'identity', work: 'search' },
  'GET /api/admin/security-dashboard': { service: 'identity', work: 'search' },
  'POST /api/personal-data/export': { service: 'identity', work: 'export' },
  'POST /api/admin/personal-data/export': { service: 'identity', work: 'export' },
  'GET /api/contests/athlete-search': { service: 'catalog', work: 'search' },
  'GET /api/contests/:id/athletes/export': { service: 'catalog', work: 'export' },
  'POST /api/contests/:id/athletes/import': { service: 'catalog', work: 'export' },
  'GET /api/orders/export': { service: 'orders', work: 'export' },
  'GET /api/orders/sales': { service: 'orders', work: 'export' },
  'GET /api/orders/sales/export': { service: 'orders', work: 'export' },
  'POST /api/media/:id/thumbnail': { service: 'media', work: 'render' },
};
