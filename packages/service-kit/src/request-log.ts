import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { AnyServer } from './server-types.ts';

/** Milliseconds in a log line need no more digits. */
const rounded = (ms: number): number => Math.round(ms * 100) / 100;

type End = { request: FastifyRequest; reply: FastifyReply; ip: string; error?: Error | null | undefined; message: string };

const logEnd = ({ request, reply, ip, error, message }: End): void => {
  const { method, url, host } = request;
  // Before anything was sent, the status of a response is a meaningless 200.
  const sentStatus = reply.raw.headersSent && { res: reply };
  const line = { req: { method, url, host, ip }, ...sentStatus, ...(error && { err: error }), responseTime: rounded(reply.elapsedTime) };
  if (error) request.log.error(line, message);
  else request.log.info(line, message);
};

/** Writes one line per request: at its end, with what was asked and what was sent. Fastify's default is a line at the beginning and one at the end. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    reply.isLogged = true;
    logEnd({ request, reply, ip: request.ip, error, message: error ? 'request errored' : 'request completed' });
  }
}

/** A request whose connection closes before its response was sent has a line, too. */
export const logAbortedRequests = (server: AnyServer): void => {
  server.decorateReply('isLogged', false);
  server.addHook('onRequest', (request, reply, done) => {
    // A closed connection has no address.
    const { ip } = request;
    const { socket } = request.raw;
    // A pipelined response that waits for earlier ones emits no event when the connection breaks.
    const isBehindOthers = reply.raw.socket === null;
    const end = (): void => {
      if (isBehindOthers) socket.off('close', end);
      if (reply.isLogged) return;
      reply.isLogged = true;
      logEnd({ request, reply, ip, message: 'request aborted' });
    };
    reply.raw.on('close', end);
    if (isBehindOthers) socket.once('close', end);
    done();
  });
};
