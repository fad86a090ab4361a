import { afterEach } from '@jest/globals';
import { startHttpServer } from './http-server.ts';

/** For a file of tests: answers how a test starts its server, which is stopped when that test is over. */
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
