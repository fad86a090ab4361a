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
 * Lets the services read each cookie of the shop under its plain name. On an https address it was sent with a prefix; the plain name, which older releases
 * set, is accepted only if the request has no prefixed one. To be removed a month after the first release with prefixes, when no older session is
 * valid. A browser that was known by an older cookie and has not come back by then becomes unknown.
 *
 * A request with two cookies of one name is refused: the second was set by another host of the domain or for another path, and nobody can tell
 * which of them is the shop's. The browser would send both again, so acting as without a session would only hide the cause. Two cookies of an older
 * release are ignored instead: the next sign-in sets one that no other host can repeat.
 */
export const readCookies = ({ server, publicUrl }: { server: Server } & Settings): void => {
  const cookies = NAMES.map((name) => ({ name, sent: sentCookieName({ name, publicUrl }) }));
  server.addHook('onRequest', async (request) => {
    if (request.headers.cookie === undefined) return;
    const names = sentNames(request);
    for (const { name, sent } of cookies) {
      if (isRepeated(names, sent)) throw new AppError('CookieRepeated');
      const read = names.includes(sent) ? sent : name;
      request.cookies[name] = isRepeated(names, read) ? undefined : request.cookies[read];
    }
  });
};

export type Cookies = {
  set: (reply: FastifyReply, cookie: { name: CookieName; token: string; seconds: number }) => void;
  clear: (reply: FastifyReply, ...names: CookieName[]) => void;
  /** Sets the cookie again under its prefixed name if the request has it from an older release. */
  renewOld: (reply: FastifyReply, cookie: { name: CookieName; seconds: number }) => void;
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

  /** The cookie of an older release must not be read when the new one has ended. */
  const clearOld = (reply: FastifyReply, name: CookieName): void => {
    const isOld = isHttps && sentNames(reply.request).includes(name);
    if (isOld) reply.clearCookie(name, { ...common, path: cookiePaths[name] });
  };

  const set: Cookies['set'] = (reply, { name, token, seconds }) => {
    reply.setCookie(sentCookieName({ name, publicUrl }), token, { ...common, path: pathOf(name), maxAge: seconds });
    clearOld(reply, name);
  };

  return {
    set,
    clear: (reply, ...names) => {
      for (const name of names) {
        reply.clearCookie(sentCookieName({ name, publicUrl }), { ...common, path: pathOf(name) });
        clearOld(reply, name);
      }
    },
    renewOld: (reply, { name, seconds }) => {
      const token = reply.request.cookies[name];
      const isOld = isHttps && !sentNames(reply.request).includes(sentCookieName({ name, publicUrl }));
      if (token && isOld) set(reply, { name, token, seconds });
    },
  };
};
