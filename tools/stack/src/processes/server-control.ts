import { StackError } from '../machine/stack-error.mjs';

/**
 * One server as the launcher controls it, whether it runs as a process, in a container or elsewhere. It can be started and
 * stopped any number of times, and keeps its address and data.
 */
export type ServerControl = {
  name: string;
  /** Resolves when the server is ready; throws a StackError with its last log lines when it does not become ready. */
  start(): Promise<void>;
  /** Stops it gracefully, and by force after a grace period. */
  stop(): Promise<void>;
  /** Sends a signal. If the signal ends the process, it resolves when the process has ended; otherwise at once. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** The ids of its processes. Empty while it is stopped, and if it does not run as a process of this machine. */
  pids(): number[];
};

/** A server that an environment variable names. It is used, but never started or stopped from here. */
export function createExternalServer({ name, variable }: { name: string; variable: string }): ServerControl {
  const refuse = async () => {
    throw new StackError(`${name} is configured by ${variable}: it is not started or stopped from here.`);
  };
  return { name, start: async () => {}, stop: async () => {}, kill: refuse, pids: () => [] };
}
