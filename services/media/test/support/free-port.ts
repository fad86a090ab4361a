import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port at an address of the caller's own is still free when it is taken later. */
export const freePort = async (host: string): Promise<number> => {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
};
