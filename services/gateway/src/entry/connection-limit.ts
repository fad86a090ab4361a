import { compile } from '@fastify/proxy-addr';
import { AppError, type Server } from '@stagereel/service-kit';
import { clientKey } from './rate-limit.ts';

type Options = {
  server: Server;
  /** How many connections a client may have at the same time. */
  max: number;
  trustedProxies: readonly string[];
};

const RETRY_AFTER_SECONDS = 10;

/** Counts what each client has open. `open` returns a function that closes it again, or undefined if the client has reached `max`. */
const createCounter = ({ max, onRefused }: { max: number; onRefused: (client: string) => void }) => {
  const clients = new Map<string, { count: number; hasRefused: boolean }>();
  return (client: string): (() => void) | undefined => {
    const entry = clients.get(client) ?? { count: 0, hasRefused: false };
    if (entry.count >= max) {
      if (!entry.hasRefused) onRefused(client);
      entry.hasRefused = true;
      return undefined;
    }
    entry.count += 1;
    clients.set(client, entry);
    return () => {
      entry.count -= 1;
      if (entry.count === 0) clients.delete(client);
    };
  };
};

/**
 * Limits the connections of each client. A connection over the limit is closed at once: to respond, the gateway would have to keep it open. All
 * clients behind a trusted proxy share its connections, each of which carries one request at a time, so there the limit is for the requests of each
 * client that run at the same time.
 */
export const limitConnections = ({ server, max, trustedProxies }: Options): void => {
  const isTrusted = compile([...trustedProxies]);
  const isProxy = (address: string): boolean => isTrusted(address, 0);
  // One line for each client and flood, so that a flood does not fill the log.
  const open = createCounter({ max, onRefused: (client) => server.log.warn({ client, max }, 'Connection limit reached') });

  server.server.on('connection', (socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress !== undefined && isProxy(remoteAddress)) return;
    const close = open(clientKey(remoteAddress));
    if (close) socket.once('close', close);
    else socket.destroy();
  });

  server.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const { remoteAddress } = socket;
    if (socket.destroyed || remoteAddress === undefined || !isProxy(remoteAddress)) return done();
    const close = open(clientKey(request.ip));
    if (!close) return done(new AppError('TooManyRequests', { retryAfterSeconds: RETRY_AFTER_SECONDS }));
    const end = (): void => {
      reply.raw.off('close', end);
      socket.off('close', end);
      close();
    };
    reply.raw.on('close', end);
    // A pipelined response that waits for earlier ones emits no event when the connection breaks.
    socket.on('close', end);
    done();
  });
};
