/** The signed-in user. */
export const SESSION_COOKIE = 'session';
/** This browser has proven an address. */
export const EMAIL_PROOF_COOKIE = 'order_session';
/** Binds the second step of a sign-in to the browser that gave the password. */
export const PENDING_COOKIE = 'admin_pending';
/** Binds a registration to the browser that started it. */
export const REGISTRATION_COOKIE = 'registration';
/** Identifies a browser that has signed in before. */
export const DEVICE_COOKIE = 'known_device';
/** Identifies the browser that claimed a video. */
export const DOWNLOAD_CLAIM_COOKIE = 'download_claim';

/** Every cookie of the shop, with its path on an http address. The rest of a path's requests does not need the cookie. */
export const cookiePaths = {
  [SESSION_COOKIE]: '/',
  [EMAIL_PROOF_COOKIE]: '/',
  [PENDING_COOKIE]: '/api',
  [REGISTRATION_COOKIE]: '/api',
  [DEVICE_COOKIE]: '/api',
  [DOWNLOAD_CLAIM_COOKIE]: '/api/download',
} as const;
export type CookieName = keyof typeof cookiePaths;

/**
 * On an https address, browsers accept this prefix only from the shop's own host, over https and for the path `/`. So no other host of the domain, and
 * nobody who changes http traffic, can set such a cookie.
 */
const HOST_PREFIX = '__Host-';

/** The name of a cookie as browsers send it to the shop at this address. */
export const sentCookieName = ({ name, publicUrl }: { name: CookieName; publicUrl: string }): string =>
  new URL(publicUrl).protocol === 'https:' ? `${HOST_PREFIX}${name}` : name;
