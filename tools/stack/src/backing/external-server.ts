import { StackError } from '../machine/stack-error.mjs';
import type { ServerControl } from '../processes/server-control.ts';

/** A server that the environment names: used as it is, never started or ended from here. */
export function createExternalServer({ name, variable }: { name: string; variable: string }): ServerControl {
  const refuse = async () => {
    throw new StackError(`${name} is the one that ${variable} names: it is not started or ended from here.`);
  };
  return { name, start: async () => {}, stop: async () => {}, kill: refuse, pids: () => [] };
}
