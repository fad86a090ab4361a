import { createHash, randomBytes } from 'node:crypto';
import { CLAIM_SECONDS, DOWNLOAD_CLAIM_COOKIE } from '@stagereel/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type BrowserCookie = {
  /** What the store keeps of this browser's cookie; null for a browser without one. */
  digestOf: (request: FastifyRequest) => string | null;
  /** Gives the browser its cookie, or the one it has another day, and answers the digest. */
  issue: (input: { request: FastifyRequest; reply: FastifyReply }) => string;
};

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

const digest = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** By this cookie a browser that has claimed a video is known again for as long as its claim holds. */
export const createBrowserCookie = ({ publicUrl }: { publicUrl: string }): BrowserCookie => {
  const secure = !LOCAL_HOSTS.includes(new URL(publicUrl).hostname);
  const tokenOf = ({ cookies }: FastifyRequest): string | null => {
    const token = cookies[DOWNLOAD_CLAIM_COOKIE];
    return token !== undefined && TOKEN.test(token) ? token : null;
  };
  return {
    digestOf: (request) => {
      const token = tokenOf(request);
      return token === null ? null : digest(token);
    },
    issue: ({ request, reply }) => {
      const token = tokenOf(request) ?? randomBytes(TOKEN_BYTES).toString('base64url');
      reply.setCookie(DOWNLOAD_CLAIM_COOKIE, token, {
        path: '/api/download',
        httpOnly: true,
        sameSite: 'lax',
        secure,
        maxAge: CLAIM_SECONDS,
      });
      return digest(token);
    },
  };
};
