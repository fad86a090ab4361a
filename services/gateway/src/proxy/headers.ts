import type { IncomingHttpHeaders } from 'node:http';
import { PUBLIC_READ_HEADER } from '@stagereel/contracts';

/** Headers of one connection, not of the message: https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1 */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Not forwarded: the gateway sets them itself, or they claim an identity that no service may trust. Neither are headers with `x-`. */
const NOT_FORWARDED: ReadonlySet<string> = new Set([
  'host',
  'expect',
  'forwarded',
  'traceparent',
  'tracestate',
  'baggage',
  'via',
  'client-ip',
  'true-client-ip',
  'cf-connecting-ip',
]);

const NO_NAMES: ReadonlySet<string> = new Set();

/** The further hop-by-hop headers that a `Connection` header names. */
const namedByConnection = (connection: string | undefined): ReadonlySet<string> => {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return NO_NAMES;
  return new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
};

type Client = { requestId: string; address: string; host: string; protocol: string; traceparent?: string | undefined };

type RequestHeaders = { headers: IncomingHttpHeaders; client: Client; hasBody: boolean };

/** The request headers for a service: names and values in turn. */
export const headersForService = ({ headers, client, hasBody }: RequestHeaders): string[] => {
  const hopByHop = namedByConnection(headers.connection);
  const forwarded: string[] = [];
  for (const name in headers) {
    if (name.startsWith('x-') || HOP_BY_HOP.has(name) || NOT_FORWARDED.has(name) || hopByHop.has(name)) continue;
    if (name === 'content-length' && !hasBody) continue;
    const value = headers[name];
    if (typeof value === 'string') forwarded.push(name, value);
    else for (const each of value ?? []) forwarded.push(name, each);
  }
  forwarded.push('x-request-id', client.requestId, 'x-forwarded-for', client.address);
  forwarded.push('x-forwarded-proto', client.protocol, 'x-forwarded-host', client.host);
  if (client.traceparent !== undefined) forwarded.push('traceparent', client.traceparent);
  return forwarded;
};

type ResponseHeaders = { headers: IncomingHttpHeaders; requestId: string; defaults: Record<string, string> };

/** The response headers for the client. Headers that the service sets override the defaults. */
export const headersForClient = ({ headers, requestId, defaults }: ResponseHeaders): Record<string, string | string[]> => {
  const hopByHop = namedByConnection(headers.connection);
  const forwarded: Record<string, string | string[]> = { ...defaults };
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined || name === PUBLIC_READ_HEADER || HOP_BY_HOP.has(name) || hopByHop.has(name)) continue;
    forwarded[name] = value;
  }
  forwarded['x-request-id'] = requestId;
  return forwarded;
};
