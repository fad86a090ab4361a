import { randomBytes } from 'node:crypto';
import { CLAIM_SECONDS, DOWNLOAD_CLAIM_COOKIE } from '@stagereel/contracts';
import { browserTokenOf } from '@stagereel/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type BrowserCookie = {
  /** Gives the browser its cookie, or the one it has another day. */
  issue: (input: { request: FastifyRequest; reply: FastifyReply }) => void;
};

const TOKEN_BYTES = 32;
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** By this cookie a browser that has claimed a video is known again for as long as its claim holds. */
export const createBrowserCookie = ({ publicUrl }: { publicUrl: string }): BrowserCookie => {
  const secure = !LOCAL_HOSTS.includes(new URL(publicUrl).hostname);
  return {
    issue: ({ request, reply }) => {
      const token = browserTokenOf(request) ?? randomBytes(TOKEN_BYTES).toString('base64url');
      reply.setCookie(DOWNLOAD_CLAIM_COOKIE, token, {
        path: '/api/download',
        httpOnly: true,
        sameSite: 'lax',
        secure,
        maxAge: CLAIM_SECONDS,
      });
    },
  };
};
