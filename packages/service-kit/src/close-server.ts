import type { Server as HttpServer } from 'node:http';

const SWEEP_EVERY_MS = 50;

/**
 * Closes a server once its running requests are answered. A connection that was busy when closing began turns idle later, where
 * nobody would look again and it would be held for its whole keep-alive time.
 */
export const closeServer = async ({ server, close }: { server: HttpServer; close: () => Promise<unknown> }): Promise<void> => {
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_EVERY_MS);
  try {
    await close();
  } finally {
    clearInterval(sweep);
  }
};
