import type { FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { inSource } from './source-maps.ts';

/**
 * What a log keeps of an error, its causes in `message` and `stack`. Whatever else hangs on it stays out: a vendor's error carries the whole
 * request or answer, with somebody's card, address or secret in it.
 */
export const errorFacts = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = pino.stdSerializers.err(error);
  return { type, message, stack: inSource(stack), ...('code' in error && { code: error.code }) };
};

/** As long as the random names of download pages, tickets and tokens; ids and order numbers are shorter. */
const CAPABILITY = /[\w-]{40,}/g;

/** What a log keeps of a request. A link that opens something to whoever has it is a secret. */
export const requestFacts = ({ method, url, host, ip }: Pick<FastifyRequest, 'method' | 'url' | 'host' | 'ip'>) => ({
  method,
  url: url.replace(CAPABILITY, '[redacted]'),
  host,
  remoteAddress: ip,
});
