import { EMAIL_PROOF_COOKIE, PENDING_COOKIE, SESSION_COOKIE, VIEWER_HEADER } from '@stagereel/contracts';
import { announcesBody } from '@stagereel/service-kit';
import type { FastifyRequest } from 'fastify';

/** The lists of contests, and each contest with what belongs to it. `coming-soon` has the form of an id. */
const PATH = /^\/api\/contests(?:\/[\w-]{1,64}(?:\/athletes(?:\?includeDeleted=false)?|\/categories|\/price-description|\/media)?)?$/;

const CREDENTIALS = [SESSION_COOKIE, EMAIL_PROOF_COOKIE, PENDING_COOKIE];

/**
 * Whether the caller can only receive what every visitor receives, from one of the addresses that visitors read most. A cookie that merely contains
 * the name of a credential counts as one.
 */
export const isPublicRead = ({ method, url, headers, raw }: Pick<FastifyRequest, 'method' | 'url' | 'headers' | 'raw'>): boolean => {
  if ((method !== 'GET' && method !== 'HEAD') || !PATH.test(url)) return false;
  if (headers.authorization !== undefined || headers[VIEWER_HEADER] !== undefined || announcesBody(raw)) return false;
  const { cookie } = headers;
  return cookie === undefined || !CREDENTIALS.some((name) => cookie.includes(name));
};
