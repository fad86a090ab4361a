import { DEVICE_COOKIE, SESSION_COOKIE } from '@stagereel/contracts';
import { type Cookies, createCookies } from '@stagereel/service-kit';
import type { FastifyReply } from 'fastify';
import type { SignedIn } from '../domain/sign-in/complete-sign-in.ts';

export type IdentityCookies = Cookies & {
  /** Sets the session cookie and the known-device cookie. */
  setSignedIn: (reply: FastifyReply, signedIn: Pick<SignedIn, 'session' | 'device'>) => void;
};

export const createIdentityCookies = (settings: { publicUrl: string }): IdentityCookies => {
  const cookies = createCookies(settings);
  return {
    ...cookies,
    setSignedIn: (reply, { session, device }) => {
      cookies.set(reply, { name: SESSION_COOKIE, ...session });
      cookies.set(reply, { name: DEVICE_COOKIE, ...device });
    },
  };
};
