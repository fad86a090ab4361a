import { createHash, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';

export const SERVICE_NAMES = ['gateway', 'catalog', 'orders', 'media', 'notify', 'identity'] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

/** The SHA-256 of a service's internal token. */
export type InternalCaller = { name: ServiceName; digest: Buffer };

const sha256 = (token: string): Buffer => createHash('sha256').update(token).digest();
/** What the receivers of a token know of it. The token has 256 random bits, so it cannot be found by its digest. */
export const digestOf = (token: string): string => sha256(token).toString('hex');

const ENTRY = /^(?<name>[a-z]+)=(?<digest>[\da-f]{64})$/;

/** Reads `orders=<sha256>,media=<sha256>,…`. A caller with two entries has two valid tokens, so that its token can be replaced. */
export const parseCallers = (text: string, context: z.core.$RefinementCtx): InternalCaller[] => {
  const callers = text.split(',').flatMap((entry) => {
    const { name, digest = '' } = ENTRY.exec(entry.trim())?.groups ?? {};
    const known = SERVICE_NAMES.find((each) => each === name);
    if (!known)
      context.addIssue({ code: 'custom', message: 'must be a list of <service>=<SHA-256 of its token in 64 hex digits>, with commas' });
    return known ? [{ name: known, digest: Buffer.from(digest, 'hex') }] : [];
  });
  const missing = SERVICE_NAMES.filter((name) => callers.every((caller) => caller.name !== name));
  if (missing.length > 0) context.addIssue({ code: 'custom', message: `has no entry of ${missing.join(', ')}` });
  return callers;
};

/** The services that the token belongs to. More than one only while they share a token, as in development. */
export const callersWith = ({ token, callers }: { token: string; callers: readonly InternalCaller[] }): ServiceName[] => {
  const given = sha256(token);
  return callers.filter(({ digest }) => timingSafeEqual(digest, given)).map(({ name }) => name);
};
