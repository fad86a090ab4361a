import type { CookieSerializeOptions } from '@fastify/cookie';
import { type CookieName, cookiePaths, sentCookieName } from '@stagereel/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';
import type { Server } from './server-types.ts';

type Settings = { publicUrl: string };

const NAMES = Object.keys(cookiePaths) as CookieName[];
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** The names of all sent cookies, in the order of the header. */
const sentNames = ({ headers }: FastifyRequest): string[] =>
  (headers.cookie ?? '').split(';').map((pair) => pair.slice(0, Math.max(pair.indexOf('='), 0)).trim());

const isRepeated = (names: string[], name: string): boolean => names.indexOf(name) !== names.lastIndexOf(name);

/**
 * Lets the services read each cookie of the shop under its plain name. On an https address it is sent with a prefix, and the plain name counts for
 * nothing, because another host of the domain can set it.
 *
 * A request with two cookies of one name is refused: the second was set by another host of the domain or for another path, and nobody can tell
 * which of them is the shop's. The browser would send both again, so acting as without a session would only hide the cause.
 */
export const readCookies = ({ server, publicUrl }: { server: Server } & Settings): void => {
  const cookies = NAMES.map((name) => ({ name, sent: sentCookieName({ name, publicUrl }) }));
  server.addHook('onRequest', async (request) => {
    if (request.headers.cookie === undefined) return;
    const names = sentNames(request);
    for (const { name, sent } of cookies) {
      if (isRepeated(names, sent)) throw new AppError('CookieRepeated');
      request.cookies[name] = request.cookies[sent];
    }
  });
};

export type Cookies = {
  set: (reply: FastifyReply, cookie: { name: CookieName; token: string; seconds: number }) => void;
  clear: (reply: FastifyReply, ...names: CookieName[]) => void;
};

/** Sets the cookies of the shop: HttpOnly, and Secure except on localhost without https. */
export const createCookies = ({ publicUrl }: Settings): Cookies => {
  const { protocol, hostname } = new URL(publicUrl);
  const isHttps = protocol === 'https:';
  const common = {
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps || !LOCAL_HOSTS.includes(hostname),
  } as const satisfies CookieSerializeOptions;
  const pathOf = (name: CookieName): string => (isHttps ? '/' : cookiePaths[name]);

  return {
    set: (reply, { name, token, seconds }) => {
      reply.setCookie(sentCookieName({ name, publicUrl }), token, { ...common, path: pathOf(name), maxAge: seconds });
    },
    clear: (reply, ...names) => {
      for (const name of names) reply.clearCookie(sentCookieName({ name, publicUrl }), { ...common, path: pathOf(name) });
    },
  };
};
