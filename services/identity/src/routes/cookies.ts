import type { CookieSerializeOptions } from '@fastify/cookie';
import { EMAIL_PROOF_COOKIE, SESSION_COOKIE } from '@stagereel/contracts';
import type { FastifyReply } from 'fastify';
import type { SignedIn } from '../domain/sign-in/complete-sign-in.ts';

/** Binds the second step of a sign-in to the browser that gave the password. */
export const PENDING_COOKIE = 'admin_pending';
/** Binds a registration to the browser that started it. */
export const REGISTRATION_COOKIE = 'registration';
/** Identifies a browser that has signed in before. */
export const DEVICE_COOKIE = 'known_device';

/** Cookies with the path /api are only read by identity. */
const paths = {
  [SESSION_COOKIE]: '/',
  [EMAIL_PROOF_COOKIE]: '/',
  [PENDING_COOKIE]: '/api',
  [REGISTRATION_COOKIE]: '/api',
  [DEVICE_COOKIE]: '/api',
} as const;
type CookieName = keyof typeof paths;

export type Cookies = {
  set: (reply: FastifyReply, cookie: { name: CookieName; token: string; seconds: number }) => void;
  /** Sets the session cookie and the known-device cookie. */
  setSignedIn: (reply: FastifyReply, signedIn: Pick<SignedIn, 'session' | 'device'>) => void;
  clear: (reply: FastifyReply, ...names: CookieName[]) => void;
};

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** All cookies are HttpOnly. They are Secure except on localhost, where there is no HTTPS. */
export const createCookies = ({ publicUrl }: { publicUrl: string }): Cookies => {
  const secure = !LOCAL_HOSTS.includes(new URL(publicUrl).hostname);
  const attributes = (name: CookieName): CookieSerializeOptions => ({ path: paths[name], httpOnly: true, sameSite: 'lax', secure });
  const set: Cookies['set'] = (reply, { name, token, seconds }) =>
    void reply.setCookie(name, token, { ...attributes(name), maxAge: seconds });
  return {
    set,
    setSignedIn: (reply, { session, device }) => {
      set(reply, { name: SESSION_COOKIE, ...session });
      set(reply, { name: DEVICE_COOKIE, ...device });
    },
    clear: (reply, ...names) => {
      for (const name of names) reply.clearCookie(name, attributes(name));
    },
  };
};
