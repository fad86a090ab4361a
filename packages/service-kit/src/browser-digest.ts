import { createHash } from 'node:crypto';
import { DOWNLOAD_CLAIM_COOKIE } from '@stagereel/contracts';
import type { FastifyRequest } from 'fastify';

const TOKEN = /^[\w-]{43}$/;

/** By this cookie a browser that has claimed a video is known again; null for a browser without one. */
export const browserTokenOf = ({ cookies }: FastifyRequest): string | null => {
  const token = cookies[DOWNLOAD_CLAIM_COOKIE];
  return token !== undefined && TOKEN.test(token) ? token : null;
};

/** What stores keep of the cookie, and services tell each other of it. */
export const browserDigest = (token: string): string => createHash('sha256').update(token).digest('base64url');

export const browserDigestOf = (request: FastifyRequest): string | null => {
  const token = browserTokenOf(request);
  return token === null ? null : browserDigest(token);
};
