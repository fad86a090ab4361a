import { afterEach } from '@jest/globals';
import { startHttpServer } from './http-server.ts';

/** Returns a function that starts a server for one test; the server is stopped after the test. */
export const serveDuringTests = () => {
  const running: Awaited<ReturnType<typeof startHttpServer>>[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.stop()));
  });
  return async (answer: Parameters<typeof startHttpServer>[0]) => {
    const server = await startHttpServer(answer);
    running.push(server);
    return server;
  };
};
