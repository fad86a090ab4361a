import type { Reaper } from '../processes/reaper.mjs';
import type { ServerControl } from '../processes/server-control.ts';

/** What every backing server is made from. `dir` is the stack's folder; data, logs and ports live in it. */
export type BackingContext = {
  dir: string;
  env: NodeJS.ProcessEnv;
  port: (name: PortName) => number;
  reaper: Reaper;
  log: (line: string) => void;
};

export const portNames = [
  'mongodb',
  'redis',
  'rabbitmq',
  'rabbitmq-distribution',
  'rabbitmq-epmd',
  'mailbox-smtp',
  'mailbox-web',
  'stripe',
] as const;
export type PortName = (typeof portNames)[number];

/** A server together with the address it keeps. */
export type BackingServer<Address = string> = { address: Address; control: ServerControl };
