import { EMAIL_PROOF_COOKIE, PENDING_COOKIE, SESSION_COOKIE, VIEWER_HEADER } from '@stagereel/contracts';
import { announcesBody, CONTEST_LISTS, contestScope } from '@stagereel/service-kit';
import type { FastifyRequest } from 'fastify';

const LISTS: readonly string[] = ['/api/contests', '/api/contests/coming-soon'];
const OF_CONTEST = /^\/api\/contests\/([\w-]{1,64})(?:\/athletes(?:\?includeDeleted=false)?|\/categories|\/price-description|\/media)?$/;

/** The scope whose version the response depends on; undefined if the response is not kept. */
export const scopeOf = (url: string): string | undefined => {
  if (LISTS.includes(url)) return CONTEST_LISTS;
  const id = OF_CONTEST.exec(url)?.[1];
  return id === undefined ? undefined : contestScope(id);
};

const CREDENTIALS = [SESSION_COOKIE, EMAIL_PROOF_COOKIE, PENDING_COOKIE];

/** Whether the caller can only receive what every visitor receives. A cookie that merely contains the name of a credential counts as one. */
export const isVisitorRead = ({ method, headers, raw }: Pick<FastifyRequest, 'method' | 'headers' | 'raw'>): boolean => {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (headers.authorization !== undefined || headers[VIEWER_HEADER] !== undefined || announcesBody(raw)) return false;
  const { cookie } = headers;
  return cookie === undefined || !CREDENTIALS.some((name) => cookie.includes(name));
};
