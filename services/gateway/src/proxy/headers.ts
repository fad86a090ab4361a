import type { IncomingHttpHeaders } from 'node:http';

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

type ResponseHeaders = {
  headers: IncomingHttpHeaders;
  defaults: Record<string, string>;
  /** Further headers that are not for the client. */
  without?: readonly string[];
};

/**
 * The response headers for the client, without the request id, as a list of names and values in turn, which Node writes faster than an object.
 * Headers that the service sets replace the defaults.
 */
export const headersForClient = ({ headers, defaults, without = [] }: ResponseHeaders): string[] => {
  const hopByHop = namedByConnection(headers.connection);
  const forwarded: string[] = [];
  for (const name in defaults) {
    if (headers[name] === undefined) forwarded.push(name, defaults[name] ?? '');
  }
  for (const name in headers) {
    if (name === 'x-request-id' || HOP_BY_HOP.has(name) || hopByHop.has(name)) continue;
    if (without.includes(name)) continue;
    const value = headers[name];
    if (typeof value === 'string') forwarded.push(name, value);
    else for (const each of value ?? []) forwarded.push(name, each);
  }
  return forwarded;
};
