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

/** Set anew for the service, or ways to say who one is that no service may believe. Every `x-` header is dropped as well. */
const SET_BY_GATEWAY: ReadonlySet<string> = new Set([
  'host',
  'expect',
  'forwarded',
  'via',
  'client-ip',
  'true-client-ip',
  'cf-connecting-ip',
]);

const NO_NAMES: ReadonlySet<string> = new Set();

/** The further headers that a message's `Connection` says end here. */
const namedByConnection = (connection: string | undefined): ReadonlySet<string> => {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return NO_NAMES;
  return new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
};

export type Caller = { requestId: string; address: string; host: string; protocol: string };

type RequestHeaders = { headers: IncomingHttpHeaders; caller: Caller; hasBody: boolean };

/** What a service gets of a request's headers, as names and values in turn. */
export const headersForService = ({ headers, caller, hasBody }: RequestHeaders): string[] => {
  const ending = namedByConnection(headers.connection);
  const kept: string[] = [];
  for (const name in headers) {
    if (name.startsWith('x-') || HOP_BY_HOP.has(name) || SET_BY_GATEWAY.has(name) || ending.has(name)) continue;
    if (name === 'content-length' && !hasBody) continue;
    const value = headers[name];
    if (typeof value === 'string') kept.push(name, value);
    else for (const each of value ?? []) kept.push(name, each);
  }
  kept.push('x-request-id', caller.requestId, 'x-forwarded-for', caller.address);
  kept.push('x-forwarded-proto', caller.protocol, 'x-forwarded-host', caller.host);
  return kept;
};

type AnswerHeaders = { headers: IncomingHttpHeaders; requestId: string; defaults: Record<string, string> };

/** What a client gets of an answer's headers. The service's own word on caching and security stands before the defaults. */
export const headersForClient = ({ headers, requestId, defaults }: AnswerHeaders): Record<string, string | string[]> => {
  const ending = namedByConnection(headers.connection);
  const kept: Record<string, string | string[]> = { ...defaults };
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined && !HOP_BY_HOP.has(name) && !ending.has(name)) kept[name] = value;
  }
  kept['x-request-id'] = requestId;
  return kept;
};
