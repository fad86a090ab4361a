import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, errorCatalogue } from '@stagereel/contracts';

/** Node's error codes for bytes that could not be parsed as a request. */
const codes: Record<string, ErrorCode> = { ERR_HTTP_REQUEST_TIMEOUT: 'RequestTimeout', HPE_HEADER_OVERFLOW: 'HeadersTooLarge' };

/** Responds to an invalid HTTP request with the same error body as every other error, and closes the connection. */
export const sendClientError = (error: Error & { code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
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
  if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  else socket.destroy();
};
