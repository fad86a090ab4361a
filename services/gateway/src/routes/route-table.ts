import { CHUNK_STORE_SECONDS } from '@stagereel/contracts';

export const SERVICES = ['catalog', 'orders', 'media', 'identity', 'notify'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** A path with all below it, unless `exact`. `:name` stands for one segment, with a pattern in brackets behind it if it must match one. */
type Route = {
  path: string;
  to: ServiceName;
  exact?: true;
  /** Stored files, which the gateway may read itself. */
  isFiles?: true;
  /** Milliseconds until an answer must begin once all was sent, where that is longer than for all others. */
  answerMs?: number;
};

/** Carries the bytes of an upload, five megabytes a request. With S3 media sends them on after the last one has come, for CHUNK_STORE_SECONDS at most. */
export const CHUNK_ROUTE = '/api/contests/:id/media/chunked-upload';
/** Media is to be the one that says that it took too long. */
const STORE_RESERVE_MS = 5000;

/**
 * Which path goes to which service; nothing else leaves the gateway. The most particular route wins, wherever it stands:
 * a written segment before a named one, a longer path before a shorter.
 */
export const routeTable: readonly Route[] = [
  { path: '/api/contests', to: 'catalog' },

  { path: '/api/contests/:id/media', to: 'media' },
  { path: CHUNK_ROUTE, to: 'media', exact: true, answerMs: CHUNK_STORE_SECONDS * 1000 + STORE_RESERVE_MS },
  { path: '/api/media', to: 'media' },
  { path: '/media', to: 'media', isFiles: true },

  { path: '/api/create-payment-intent', to: 'orders', exact: true },
  { path: '/api/stripe/webhook', to: 'orders', exact: true },
  { path: '/api/orders', to: 'orders' },
  { path: '/api/send-payment-confirmation', to: 'orders', exact: true },
  { path: '/api/user/orders', to: 'orders' },
  { path: '/api/download', to: 'orders' },
  // The bytes of a finished video lie where the others do, and need the cookie that belongs to /api/download.
  { path: '/api/download/files', to: 'media', isFiles: true },
  { path: '/api/download/previews', to: 'media', isFiles: true },
  { path: '/api/admin/finished-videos', to: 'media', isFiles: true },
  { path: '/api/shop', to: 'orders', exact: true },

  { path: '/api/user', to: 'identity', exact: true },
  { path: '/api/users', to: 'identity' },
  { path: '/api/auth', to: 'identity' },
  { path: '/api/admin', to: 'identity' },
  { path: '/api/admin/orders', to: 'orders' },
  { path: '/api/login', to: 'identity', exact: true },
  { path: '/api/logout', to: 'identity', exact: true },
  { path: '/api/register', to: 'identity' },
  { path: '/api/send-registration-code', to: 'identity', exact: true },
  { path: '/api/verify-registration-code', to: 'identity', exact: true },
  { path: '/api/send-verification-code', to: 'identity', exact: true },
  { path: '/api/resend-verification-code', to: 'identity', exact: true },
  { path: '/api/verify-email-code', to: 'identity', exact: true },
  { path: '/api/verify-email', to: 'identity', exact: true },
  { path: '/api/setup-2fa', to: 'identity', exact: true },
  { path: '/api/verify-2fa', to: 'identity', exact: true },
  // change-password, send-password-change-code, reset-password and whatever else is about a password
  { path: '/api/:call(^[a-z-]*password[a-z-]*$)', to: 'identity', exact: true },

  { path: '/api/email-status', to: 'notify', exact: true },
];

/** A row's addresses as the router knows them. */
export const urlsOf = ({ path, exact }: Route): string[] => (exact ? [path] : [path, `${path}/*`]);
