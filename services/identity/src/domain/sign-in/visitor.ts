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
const deviceClaimsSchema = z.object({ typ: z.literal('known-device'), devices: z.array(deviceSchema) });

type Browser = { email: string; deviceToken: string | undefined };

const devicesOf = ({ tokens, now }: IdentityDeps, deviceToken: string | undefined): Device[] => {
  if (!deviceToken) return [];
  const claims = deviceClaimsSchema.safeParse(tokens.verify(deviceToken));
  const at = now().getTime() / 1000;
  return claims.success ? claims.data.devices.filter(({ until }) => until > at) : [];
};

const findKnownDevice = async (deps: IdentityDeps, { email, deviceToken }: Browser): Promise<string | undefined> => {
  const id = devicesOf(deps, deviceToken).find((device) => device.email === email)?.did;
  return id && (await deps.knownDevices.has({ email, id })) ? id : undefined;
};

export const sourceOf = async (deps: IdentityDeps, { email, visitor }: { email: string; visitor: Visitor }): Promise<Source> => ({
  network: networkOf(visitor.ip),
  isKnownDevice: (await findKnownDevice(deps, { email, deviceToken: visitor.deviceToken })) !== undefined,
});

export type DeviceToken = { token: string; seconds: number };

/**
 * The token with which the limits recognise this browser. It gives no access. The browser stays known to the addresses of its earlier token:
 * an admin who orders as a guest must remain a known device of the admin account. It also keeps its id, so that its next sign-ins do not end the
 * address's other devices.
 */
export const issueDeviceToken = async (deps: IdentityDeps, { email, deviceToken }: Browser): Promise<DeviceToken> => {
  const at = deps.now();
  const id = (await findKnownDevice(deps, { email, deviceToken })) ?? randomUUID();
  await deps.knownDevices.add({ email, id, at });
  const until = addSeconds({ to: at, seconds: KNOWN_DEVICE_SECONDS }).getTime() / 1000;
  const others = devicesOf(deps, deviceToken).filter((device) => device.email !== email);
  const devices = [{ email, did: id, until }, ...others].slice(0, KNOWN_DEVICE_ADDRESSES);
  return {
    token: deps.tokens.sign({ claims: { typ: 'known-device', devices }, seconds: KNOWN_DEVICE_SECONDS }),
    seconds: KNOWN_DEVICE_SECONDS,
  };
};
