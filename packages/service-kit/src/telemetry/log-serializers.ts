import type { FastifyRequest } from 'fastify';
import { pino } from 'pino';

/**
 * The fields of an error that are logged; `message` and `stack` include the causes. Other properties are left out: an error of a vendor's library
 * may have the whole request or response, with card data, addresses or secrets.
 */
export const serializeError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = pino.stdSerializers.err(error);
  return { type, message, stack, ...('code' in error && { code: error.code }) };
};

/** Matches the random names of download pages, tickets and tokens. Ids and order numbers are shorter. */
const CAPABILITY = /[\w-]{40,}/g;
/** Any value in a query: names and addresses that are searched for, and passwords that a faulty client sends there. */
const QUERY_VALUE = /(?<=[?&][^=&]*=)[^&]+/g;

const MAX_URL_LENGTH = 500;
/** A URL as it is logged. Node's parser refuses all but visible ASCII, and the log escapes quotes. */
export const withoutSecrets = (url: string): string =>
  url.slice(0, MAX_URL_LENGTH).replace(CAPABILITY, '[redacted]').replace(QUERY_VALUE, '[redacted]');

/** The fields of a request that are logged. A URL that gives access to everybody who has it is a secret and is redacted. */
export const serializeRequest = ({ method, url, host, ip }: Pick<FastifyRequest, 'method' | 'url' | 'host' | 'ip'>) => ({
  method,
  url: withoutSecrets(url),
  host,
  remoteAddress: ip,
});
