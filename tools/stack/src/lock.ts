import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode } from './machine/has-code.mjs';
import { StackError } from './machine/stack-error.mjs';
import { isProcessAlive, markProcess, type ProcessMark } from './processes/process-group.mjs';
import type { Reaper } from './processes/reaper.mjs';
import { readStackInfo } from './stack-info.ts';

const CLEANED_UP_WITHIN_MS = 40_000;
const POLL_MS = 100;

type Holder = { launcher: ProcessMark; reaper: ProcessMark };

/**
 * Takes a stack's folder for this process and gives the function that gives it back. A launcher that runs there refuses it;
 * one that died leaves its reaper, which is waited for, so that two servers never share one store.
 */
export async function lockFolder({ dir, reaper }: { dir: string; reaper: Reaper }): Promise<() => void> {
  mkdirSync(dir, { recursive: true });
  const file = join(dir, 'running.json');
  const mine = JSON.stringify({ launcher: markProcess(process.pid), reaper: markProcess(reaper.pid) } satisfies Holder);
  const end = Date.now() + CLEANED_UP_WITHIN_MS;
  while (!tryCreate(file, mine)) {
    const holder = readHolder(file);
    if (holder && isProcessAlive(holder.launcher)) throw new StackError(refusal({ dir, holder }));
    if (holder && isProcessAlive(holder.reaper) && Date.now() < end) await sleep(POLL_MS);
    else rmSync(file, { force: true });
  }
  reaper.hold(file, mine);
  return () => {
    reaper.release(file);
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

/** Undefined for a file that is gone or was cut off in the middle. */
function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
