import { type Admin, readAdmin } from '../admin.ts';
import { readGatewayHost } from '../gateway-port.ts';
import { loadSecrets, type StackSecrets } from '../secrets.ts';
import type { Backing } from '../start-backing.ts';
import { byService, type Constants, type ServiceName, serviceNames } from './service-names.ts';

/** What the services of one stack have in common, and where each of them listens. */
export type ServiceSettings = {
  dir: string;
  /** The user's environment. */
  env: NodeJS.ProcessEnv;
  constants: Constants;
  /** The shop's address as the browser sees it. */
  publicUrl: string;
  gatewayHost: string;
  urls: Record<ServiceName, string>;
  metricsPorts: Record<ServiceName, number>;
  backing: Backing;
  secrets: StackSecrets;
  admin: Admin;
};

/**
 * The names under which `ports.json` keeps the ports of the services. The gateway's own port is the user's choice;
 * `gateway-private` is where it listens before the shop opens.
 */
export const servicePorts = [
  ...serviceNames.map((name) => (name === 'gateway' ? ('gateway-private' as const) : name)),
  ...serviceNames.map((name) => `${name}-metrics` as const),
];
type ServicePort = (typeof servicePorts)[number];

type SettingsInput = {
  dir: string;
  env: NodeJS.ProcessEnv;
  constants: Constants;
  port: number;
  isPrivate: boolean;
  backing: Backing;
  portOf: (name: ServicePort) => number;
};

/** `port` is the gateway's. */
export function readServiceSettings({ dir, env, constants, port, isPrivate, backing, portOf }: SettingsInput): ServiceSettings {
  const secrets = loadSecrets(dir);
  const settings: ServiceSettings = {
    dir,
    env,
    constants,
    backing,
    secrets,
    admin: readAdmin({ dir, env, secrets }),
    publicUrl: env.PUBLIC_URL || `http://localhost:${port}`,
    gatewayHost: '127.0.0.1',
    urls: byService((name) => `http://127.0.0.1:${portOf(name === 'gateway' ? 'gateway-private' : name)}`),
    metricsPorts: byService((name) => portOf(`${name}-metrics`)),
  };
  return isPrivate ? settings : { ...settings, ...publicGateway({ settings, env, port }) };
}

/** Where the gateway listens when the shop is open. */
export function publicGateway({ settings, env, port }: { settings: ServiceSettings; env: NodeJS.ProcessEnv; port: number }) {
  return { gatewayHost: readGatewayHost(env), urls: { ...settings.urls, gateway: `http://127.0.0.1:${port}` } };
}
