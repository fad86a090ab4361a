/**
 * A service sets this header on a response that every visitor may see. Its value says for how long the gateway may repeat the response from
 * memory, in milliseconds. The gateway removes the header.
 */
export const PUBLIC_READ_HEADER = 'x-public-read';

/** How long the gateway repeats a response at most, in ms. This bounds how old it can be if Redis lost data. */
export const PUBLIC_READ_MS = 5000;
