import type { FastifyReply, FastifyRequest } from 'fastify';
import { LogController } from 'fastify';
import { withoutSecrets } from '../telemetry/log-serializers.ts';
import { networkOf } from './network.ts';
import type { AnyServer } from './server-types.ts';

/** Milliseconds in a log line need no more digits. */
const rounded = (ms: number): number => Math.round(ms * 100) / 100;

const WINDOW_MS = 60_000;
const MAX_CLIENTS = 10_000;

/** Whether a client is seen for the first time in this minute. So a flood that is refused leaves one line, and erases no older ones. */
export const createFirstOfClient = (): ((client: string) => boolean) => {
  const clients = new Set<string>();
  let endsAt = 0;
  return (client) => {
    const now = performance.now();
    if (now >= endsAt || clients.size >= MAX_CLIENTS) {
      clients.clear();
      endsAt = now + WINDOW_MS;
    }
    if (clients.has(client)) return false;
    clients.add(client);
    return true;
  };
};

type End = { request: FastifyRequest; reply: FastifyReply; ip: string; error?: Error | null | undefined; message: string };

/**
 * Writes one line per request: at its end, with what was asked and what was sent. Fastify's default is a line at the beginning and one at the end. Of
 * the requests that a limit refuses, only the first one of each client and minute has a line.
 */
export class RequestLog extends LogController {
  readonly #isFirstOfClient = createFirstOfClient();

  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    this.requestEnded({ request, reply, ip: request.ip, error, message: error ? 'request errored' : 'request completed' });
  }

  requestEnded({ request, reply, ip, error, message }: End): void {
    if (reply.isLogged) return;
    reply.isLogged = true;
    const { method, url, host, originalUrl } = request;
    // Before anything was sent, the status of a response is a meaningless 200.
    const sentStatus = reply.raw.headersSent && { res: reply };
    const line = { req: { method, url, host, ip }, ...sentStatus, ...(error && { err: error }), responseTime: rounded(reply.elapsedTime) };
    if (error) request.log.error(line, message);
    else if (reply.statusCode === 429 || reply.refusal?.code !== undefined) {
      if (this.#isFirstOfClient(networkOf(ip))) request.log.warn({ ...line, ...reply.refusal }, 'Limit reached');
    } else if (reply.refusal)
      request.log.warn({ ...line, ...reply.refusal, target: withoutSecrets(originalUrl) }, 'Suspicious request refused');
    else request.log.info(line, message);
  }
}

/** A request whose connection closes before its response was sent has a line, too. */
export const logAbortedRequests = ({ server, log }: { server: AnyServer; log: RequestLog }): void => {
  server.decorateReply('isLogged', false);
  server.decorateReply('refusal', null);
  server.addHook('onRequest', (request, reply, done) => {
    // A closed connection has no address.
    const { ip } = request;
    const { socket } = request.raw;
    // A pipelined response that waits for earlier ones emits no event when the connection breaks.
    const isBehindOthers = reply.raw.socket === null;
    const end = (): void => {
      if (isBehindOthers) socket.off('close', end);
      log.requestEnded({ request, reply, ip, message: 'request aborted' });
    };
    reply.raw.on('close', end);
    if (isBehindOthers) socket.once('close', end);
    done();
  });
};
