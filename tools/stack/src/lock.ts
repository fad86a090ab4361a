import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode } from './machine/has-code.mjs';
import { StackError } from './machine/stack-error.mjs';
import { isProcessAlive, markProcess, type ProcessMark } from './processes/process-group.mjs';
import type { Reaper } from './processes/reaper.mjs';
import { readStackInfo } from './stack-info.ts';

const CLEANUP_TIMEOUT_MS = 40_000;
const POLL_MS = 100;

type Holder = { launcher: ProcessMark; reaper: ProcessMark };

/**
 * Locks a stack's folder for this process and returns the function that unlocks it. Throws a StackError while another launcher holds
 * the lock. After a launcher has died, waits for its reaper, so that two servers never use the same data.
 */
export async function lockFolder({ dir, reaper }: { dir: string; reaper: Reaper }): Promise<() => void> {
  mkdirSync(dir, { recursive: true });
  const file = join(dir, 'running.json');
  const mine = JSON.stringify({ launcher: markProcess(process.pid), reaper: markProcess(reaper.pid) } satisfies Holder);
  const end = Date.now() + CLEANUP_TIMEOUT_MS;
  while (!tryCreate(file, mine)) {
    const holder = readHolder(file);
    if (holder && isProcessAlive(holder.launcher)) throw new StackError(refusal({ dir, holder }));
    if (holder && isProcessAlive(holder.reaper) && Date.now() < end) await sleep(POLL_MS);
    else rmSync(file, { force: true });
  }
  reaper.removeAtEnd(file, mine);
  return () => {
    reaper.keep(file);
    rmSync(file, { force: true });
  };
}

function refusal({ dir, holder }: { dir: string; holder: Holder }): string {
  const info = readStackInfo(dir);
  const place = info ? `at ${info.gateway}` : `as process ${holder.launcher.pid}`;
  return `A stack already runs ${place} with its data in ${dir}: stop it first, or set STACK_DIR and PORT for another one.`;
}

function tryCreate(file: string, content: string): boolean {
  try {
    writeFileSync(file, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Undefined for a file that is missing or incomplete. */
function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
