import { randomUUID } from 'node:crypto';
import { KNOWN_DEVICE_SECONDS } from '@stagereel/contracts';
import { z } from 'zod';
import type { IdentityDeps } from '../deps.ts';

const claimsSchema = z.object({ typ: z.literal('known-device'), email: z.string(), did: z.uuid() });

type Deps = Pick<IdentityDeps, 'tokens'>;

/** The id of a browser that has signed in to this very address before; undefined for any other. */
export const knownDeviceOf = ({ tokens }: Deps, { email, deviceToken }: { email: string; deviceToken: string | undefined }) => {
  const claims = claimsSchema.safeParse(deviceToken ? tokens.verify(deviceToken) : null);
  return claims.success && claims.data.email === email ? claims.data.did : undefined;
};

/** The token by which a browser that signed in is known again. It opens nothing. */
export const rememberDevice = ({ tokens }: Deps, { email }: { email: string }): { token: string; seconds: number } => ({
  token: tokens.sign({ claims: { typ: 'known-device', email, did: randomUUID() }, seconds: KNOWN_DEVICE_SECONDS }),
  seconds: KNOWN_DEVICE_SECONDS,
});
