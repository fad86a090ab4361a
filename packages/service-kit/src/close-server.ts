import type { Server as HttpServer } from 'node:http';

const SWEEP_EVERY_MS = 50;

type Closing = {
  server: HttpServer;
  close: () => Promise<unknown>;
  /** How long running requests may take to their end. */
  drainMs: number;
};

/**
 * Closes a server once its running requests are answered. A connection that was busy when closing began turns idle later, where
 * nobody would look again and it would be held for its whole keep-alive time. What takes longer than `drainMs`, as a large file does, is
 * cut off, so that whoever answers it can still put their things in order.
 */
export const closeServer = async ({ server, close, drainMs }: Closing): Promise<void> => {
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_EVERY_MS);
  const cut = setTimeout(() => server.closeAllConnections(), drainMs);
  try {
    await close();
  } finally {
    clearInterval(sweep);
    clearTimeout(cut);
  }
};
