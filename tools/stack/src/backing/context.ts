import type { Reaper } from '../processes/reaper.mjs';
import type { ServerControl } from '../processes/server-control.ts';

/** What every backing server is created from. `dir` is the stack's folder with data, logs and `ports.json`. */
export type BackingContext = {
  dir: string;
  env: NodeJS.ProcessEnv;
  port: (name: PortName) => number;
  reaper: Reaper;
  log: (line: string) => void;
};

export const backingNames = ['mongodb', 'redis', 'rabbitmq', 'mailbox', 'stripe'] as const;
export type BackingName = (typeof backingNames)[number];

/** The ports of each server, by the names under which `ports.json` keeps them. */
export const backingPorts = {
  mongodb: ['mongodb'],
  redis: ['redis'],
  rabbitmq: ['rabbitmq', 'rabbitmq-distribution', 'rabbitmq-epmd'],
  mailbox: ['mailbox-smtp', 'mailbox-web'],
  stripe: ['stripe'],
} as const satisfies Record<BackingName, readonly string[]>;
export type PortName = (typeof backingPorts)[BackingName][number];

/** A server with its address, which never changes. */
export type BackingServer<Address = string> = { address: Address; control: ServerControl };
