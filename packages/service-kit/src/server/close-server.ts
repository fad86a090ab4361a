import type { Server as HttpServer } from 'node:http';

const CLOSE_IDLE_EVERY_MS = 50;

type Closing = {
  server: HttpServer;
  close: () => Promise<unknown>;
  /** How long running requests may continue. */
  drainMs: number;
};

/**
 * Closes a server after its running requests. Node closes idle connections only once, so a connection that becomes idle later would stay open for its
 * keep-alive time; this closes those too. Requests that take longer than `drainMs`, such as large downloads, are cut off, so that their
 * handlers can still clean up before the process ends.
 */
export const closeServer = async ({ server, close, drainMs }: Closing): Promise<void> => {
  const closeIdle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  const cut = setTimeout(() => server.closeAllConnections(), drainMs);
  try {
    await close();
  } finally {
    clearInterval(closeIdle);
    clearTimeout(cut);
  }
};
