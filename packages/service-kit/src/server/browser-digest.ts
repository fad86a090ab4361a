import { createHash } from 'node:crypto';
import { DOWNLOAD_CLAIM_COOKIE } from '@stagereel/contracts';
import type { FastifyRequest } from 'fastify';

const TOKEN = /^[\w-]{43}$/;

/** The cookie that identifies the browser that claimed a video; null for a browser without it. */
export const browserTokenOf = ({ cookies }: FastifyRequest): string | null => {
  const token = cookies[DOWNLOAD_CLAIM_COOKIE];
  return token !== undefined && TOKEN.test(token) ? token : null;
};

/** A hash of the cookie: databases and other services get only this. */
export const browserDigest = (token: string): string => createHash('sha256').update(token).digest('base64url');

export const browserDigestOf = (request: FastifyRequest): string | null => {
  const token = browserTokenOf(request);
  return token === null ? null : browserDigest(token);
};
