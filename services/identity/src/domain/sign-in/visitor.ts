import { randomUUID } from 'node:crypto';
import { KNOWN_DEVICE_ADDRESSES, KNOWN_DEVICE_SECONDS } from '@stagereel/contracts';
import { z } from 'zod';
import { addSeconds } from '../clock.ts';
import type { IdentityDeps } from '../deps.ts';
import { networkOf, type Source } from '../network/network.ts';

/** The browser that sent the request. Limits and the sign-in log tell browsers apart by these values. */
export type Visitor = {
  ip: string;
  userAgent: string;
  /** The cookie from an earlier sign-in or proof of an address, not verified. */
  deviceToken: string | undefined;
};

const deviceSchema = z.object({ email: z.string(), did: z.uuid(), until: z.number() });
type Device = z.infer<typeof deviceSchema>;
const claimsSchema = z.object({ typ: z.literal('known-device'), devices: z.array(deviceSchema) });
/** The form of tokens that were issued before a browser could be known to several addresses. */
const singleClaimsSchema = z
  .object({ typ: z.literal('known-device'), email: z.string(), did: z.uuid(), exp: z.number() })
  .transform(({ typ, email, did, exp }) => ({ typ, devices: [{ email, did, until: exp }] }));
const deviceClaimsSchema = z.union([claimsSchema, singleClaimsSchema]);

const devicesOf = ({ tokens, clock }: IdentityDeps, deviceToken: string | undefined): Device[] => {
  if (!deviceToken) return [];
  const claims = deviceClaimsSchema.safeParse(tokens.verify(deviceToken));
  const now = clock().getTime() / 1000;
  return claims.success ? claims.data.devices.filter(({ until }) => until > now) : [];
};

/** The device id of a browser that has signed in to this address or has proven it before; undefined for any other browser. */
export const findKnownDevice = (
  deps: IdentityDeps,
  { email, deviceToken }: { email: string; deviceToken: string | undefined },
): string | undefined => devicesOf(deps, deviceToken).find((device) => device.email === email)?.did;

export const sourceOf = (deps: IdentityDeps, { email, visitor }: { email: string; visitor: Visitor }): Source => ({
  network: networkOf(visitor.ip),
  device: findKnownDevice(deps, { email, deviceToken: visitor.deviceToken }),
});

export type DeviceToken = { token: string; seconds: number };

/**
 * The token with which the limits recognise this browser. It gives no access. The browser stays known to the addresses of its earlier token:
 * an admin who orders as a guest must remain a known device of the admin account.
 */
export const issueDeviceToken = (
  deps: IdentityDeps,
  { email, deviceToken }: { email: string; deviceToken: string | undefined },
): DeviceToken => {
  const until = addSeconds({ to: deps.clock(), seconds: KNOWN_DEVICE_SECONDS }).getTime() / 1000;
  const others = devicesOf(deps, deviceToken).filter((device) => device.email !== email);
  const devices = [{ email, did: randomUUID(), until }, ...others].slice(0, KNOWN_DEVICE_ADDRESSES);
  return {
    token: deps.tokens.sign({ claims: { typ: 'known-device', devices }, seconds: KNOWN_DEVICE_SECONDS }),
    seconds: KNOWN_DEVICE_SECONDS,
  };
};
