/**
 * A service sends this `Cache-Control` with a response that every visitor may see, and with no other. The gateway may repeat it for a second;
 * browsers ask again each time.
 */
export const PUBLIC_CACHE_CONTROL = 'private, no-cache';
