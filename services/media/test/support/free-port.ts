import { once } from 'node:events';
import { createServer } from 'node:net';

/** `host` is a loopback address that only this process uses, so the port stays free until it is used. */
export const freePort = async (host: string): Promise<number> => {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
};
