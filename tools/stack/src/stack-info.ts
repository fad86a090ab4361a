import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What `stack.json` in a stack's folder holds while the stack runs. All addresses are URLs. */
export type StackInfo = {
  gateway: string;
  mailbox: string;
  stripe: string;
  mongodb: string;
  redis: string;
  rabbitmq: string;
  /** The first part of the names of databases, keys and queues. */
  namespace: string;
  admin: { email: string; password: string };
  services: Record<string, { url: string; pid: number }>;
};

/** The file with a stack's addresses while it runs. */
export const stackInfoFile = (dir: string) => join(dir, 'stack.json');

/** The addresses of the stack that runs in `dir`; undefined if none does. */
export function readStackInfo(dir: string): StackInfo | undefined {
  try {
    return JSON.parse(readFileSync(stackInfoFile(dir), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Replaces the file atomically. Only its owner can read it, because it has the admin's password. */
export function writeStackInfo({ dir, info }: { dir: string; info: StackInfo }): void {
  const draft = `${stackInfoFile(dir)}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(info, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, stackInfoFile(dir));
}

/** Removes the file once the stack has stopped. */
export function removeStackInfo(dir: string): void {
  rmSync(stackInfoFile(dir), { force: true });
}
