import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { AnyServer } from './server-types.ts';

/** Milliseconds in a log line need no more digits. */
const rounded = (ms: number): number => Math.round(ms * 100) / 100;

type End = { request: FastifyRequest; reply: FastifyReply; ip: string; message: string };

const logEnd = ({ request, reply, ip, message }: End): void => {
  const { method, url, host } = request;
  request.log.info({ req: { method, url, host, ip }, res: reply, responseTime: rounded(reply.elapsedTime) }, message);
};

/** Replies that were sent completely. */
const sent = new WeakSet<FastifyReply>();

/** Writes one line per request: at its end, with what was asked and what was sent. Fastify's default is a line at each end of a request. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(_error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    sent.add(reply);
    logEnd({ request, reply, ip: request.ip, message: 'request completed' });
  }
}

/** A request whose connection closes before its response was sent has a line, too. */
export const logAbortedRequests = (server: AnyServer): void => {
  server.addHook('onRequest', (request, reply, done) => {
    // A closed connection has no address.
    const { ip } = request;
    const { socket } = request.raw;
    // A pipelined response that waits for earlier ones emits no event when the connection breaks.
    const isBehindOthers = reply.raw.socket === null;
    const end = (): void => {
      if (isBehindOthers) socket.off('close', end);
      if (sent.has(reply)) return;
      sent.add(reply);
      logEnd({ request, reply, ip, message: 'request aborted' });
    };
    reply.raw.once('close', end);
    if (isBehindOthers) socket.once('close', end);
    done();
  });
};
