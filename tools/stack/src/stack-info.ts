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
  admin: { email: string; password: string };
  services: Record<string, { url: string; pid: number }>;
};

/** Where a stack's addresses are while it runs. */
export const stackInfoFile = (dir: string) => join(dir, 'stack.json');

/** The addresses of the stack in `dir`; undefined when none was written there or it was stopped. */
export function readStackInfo(dir: string): StackInfo | undefined {
  try {
    return JSON.parse(readFileSync(stackInfoFile(dir), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Replaces the file in one step: a reader sees the old or the new one. Only its owner may read the admin's password. */
export function writeStackInfo({ dir, info }: { dir: string; info: StackInfo }): void {
  const draft = `${stackInfoFile(dir)}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(info, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, stackInfoFile(dir));
}

/** Takes the addresses away once nothing answers there any more. */
export function removeStackInfo(dir: string): void {
  rmSync(stackInfoFile(dir), { force: true });
}
