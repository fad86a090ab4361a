import { randomUUID } from 'node:crypto';
import { KNOWN_DEVICE_SECONDS } from '@stagereel/contracts';
import { z } from 'zod';
import type { IdentityDeps } from '../deps.ts';

/** The browser that sent the request. Lockouts and the sign-in log tell browsers apart by these values. */
export type Visitor = {
  ip: string;
  userAgent: string;
  /** The cookie from an earlier sign-in, not verified. */
  deviceToken: string | undefined;
};

const claimsSchema = z.object({ typ: z.literal('known-device'), email: z.string(), did: z.uuid() });

/** The device id of a browser that has signed in to this address before; undefined for any other browser. */
export const findKnownDevice = (
  { tokens }: IdentityDeps,
  { email, deviceToken }: { email: string; deviceToken: string | undefined },
): string | undefined => {
  const claims = claimsSchema.safeParse(deviceToken ? tokens.verify(deviceToken) : null);
  return claims.success && claims.data.email === email ? claims.data.did : undefined;
};

/** The token that identifies this browser at its next sign-in. It gives no access. */
export const issueDeviceToken = ({ tokens }: IdentityDeps, { email }: { email: string }): { token: string; seconds: number } => ({
  token: tokens.sign({ claims: { typ: 'known-device', email, did: randomUUID() }, seconds: KNOWN_DEVICE_SECONDS }),
  seconds: KNOWN_DEVICE_SECONDS,
});
