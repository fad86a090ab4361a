import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, errorCatalogue } from '@stagereel/contracts';
import type { FastifyBaseLogger } from 'fastify';
import { networkOf } from './network.ts';
import { createFirstOfClient } from './request-log.ts';

/** Node's error codes for bytes that could not be parsed as a request. */
const codes: Record<string, ErrorCode> = { ERR_HTTP_REQUEST_TIMEOUT: 'RequestTimeout', HPE_HEADER_OVERFLOW: 'HeadersTooLarge' };

/** `_httpMessage` is the response that Node is writing to the connection. Node's own error handling depends on it, too. */
const isResponding = (socket: Socket & { _httpMessage?: ServerResponse | null }): boolean => socket._httpMessage?.headersSent ?? false;

/**
 * Responds to an invalid HTTP request with the same error body as every other error, and closes the connection: for writing now, and completely
 * after `closeAfterMs`, even if the client goes on sending. While the response to an earlier request is being sent, nothing can be added to it. The log
 * gets one line per client and minute.
 */
export const createClientErrorHandler = ({ closeAfterMs, logger }: { closeAfterMs: number; logger: FastifyBaseLogger }) => {
  const isFirstOfClient = createFirstOfClient();
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const client = networkOf(socket.remoteAddress ?? '');
    if (isFirstOfClient(client)) logger.warn({ client, reason: error.code }, 'Request could not be parsed');
    if (!socket.writable || isResponding(socket)) {
      socket.destroy();
      return;
    }
    const code = codes[error.code ?? ''] ?? 'BadRequest';
    const { status, message } = errorCatalogue[code];
    const body = JSON.stringify({ code, message });
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
    const timer = setTimeout(() => socket.destroy(), closeAfterMs);
    socket.once('close', () => clearTimeout(timer));
  };
};
