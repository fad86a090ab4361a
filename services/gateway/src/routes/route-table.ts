import { CHUNK_STORE_SECONDS } from '@stagereel/contracts';

export const SERVICES = ['catalog', 'orders', 'media', 'identity', 'notify'] as const;
export type ServiceName = (typeof SERVICES)[number];

/**
 * A path and, unless `exact`, everything below it. `:name` matches one segment; a pattern in brackets after it restricts what it matches.
 */
type Route = {
  path: string;
  to: ServiceName;
  exact?: true;
  /** The responses are stored files. A gateway that shares media's storage folder reads them there instead of forwarding their bytes. */
  isFiles?: true;
  /** How long the service may take to respond after the whole request was sent, in ms; if longer than the default. */
  responseTimeoutMs?: number;
};

/** Receives an upload in chunks of five megabytes. With S3, media uploads a chunk before it responds, in at most CHUNK_STORE_SECONDS. */
export const CHUNK_ROUTE = '/api/contests/:id/media/chunked-upload';
/** Added to media's own timeout, so that the client receives media's error and not the gateway's. */
const CHUNK_GRACE_MS = 5000;

/**
 * Which service receives which path; other paths are not forwarded. The most specific route wins, regardless of the order here: a literal
 * segment before a parameter, a longer path before a shorter one.
 */
export const routeTable: readonly Route[] = [
  { path: '/api/contests', to: 'catalog' },

  { path: '/api/contests/:id/media', to: 'media' },
  { path: CHUNK_ROUTE, to: 'media', exact: true, responseTimeoutMs: CHUNK_STORE_SECONDS * 1000 + CHUNK_GRACE_MS },
  { path: '/api/media', to: 'media' },
  { path: '/media', to: 'media', isFiles: true },

  { path: '/api/create-payment-intent', to: 'orders', exact: true },
  { path: '/api/stripe/webhook', to: 'orders', exact: true },
  { path: '/api/orders', to: 'orders' },
  { path: '/api/send-payment-confirmation', to: 'orders', exact: true },
  { path: '/api/user/orders', to: 'orders' },
  { path: '/api/order-status', to: 'orders' },
  { path: '/api/download', to: 'orders' },
  // Media stores the finished videos too. They are below /api/download because on an http address the download cookie is limited to that path.
  { path: '/api/download/files', to: 'media', isFiles: true },
  { path: '/api/download/previews', to: 'media', isFiles: true },
  { path: '/api/admin/finished-videos', to: 'media', isFiles: true },
  { path: '/api/shop', to: 'orders', exact: true },

  { path: '/api/user', to: 'identity', exact: true },
  { path: '/api/users', to: 'identity' },
  { path: '/api/auth', to: 'identity' },
  { path: '/api/admin', to: 'identity' },
  { path: '/api/admin/orders', to: 'orders' },
  { path: '/api/admin/today', to: 'orders', exact: true },
  { path: '/api/login', to: 'identity', exact: true },
  { path: '/api/logout', to: 'identity', exact: true },
  { path: '/api/logout/all', to: 'identity', exact: true },
  { path: '/api/register', to: 'identity' },
  { path: '/api/wanted-account', to: 'identity' },
  { path: '/api/personal-data', to: 'identity' },
  { path: '/api/send-registration-code', to: 'identity', exact: true },
  { path: '/api/verify-registration-code', to: 'identity', exact: true },
  { path: '/api/send-verification-code', to: 'identity', exact: true },
  { path: '/api/resend-verification-code', to: 'identity', exact: true },
  { path: '/api/verify-email-code', to: 'identity', exact: true },
  { path: '/api/verify-email', to: 'identity', exact: true },
  { path: '/api/setup-2fa', to: 'identity', exact: true },
  { path: '/api/verify-2fa', to: 'identity', exact: true },
  // change-password, send-password-change-code, reset-password and all other calls with `password` in their name
  { path: '/api/:call(^[a-z-]*password[a-z-]*$)', to: 'identity', exact: true },

  { path: '/api/email-status', to: 'notify', exact: true },
];

/** The URLs of a route for the router. */
export const urlsOf = ({ path, exact }: Route): string[] => (exact ? [path] : [path, `${path}/*`]);
