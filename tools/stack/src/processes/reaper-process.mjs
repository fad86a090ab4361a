// Outlives its launcher by design: it reads from a pipe, and when that closes, because the launcher finished, crashed or was killed,
// it ends every process group that is still registered. One message a line:
//   ["add", group, order]   ["remove", group]   ["removeAtEnd", file, content]   ["keep", file]
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { endGroups } from './end-groups.mjs';
import { signalGroup } from './process-group.mjs';
import { FORCE_SIGNAL } from './reaper.mjs';

const GRACE_MS = 12_000;

// The terminal's Ctrl-C is for the launcher; this process ends only after it.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => {});

/** @type {Map<number, number>} group → order; the highest order ends first */
const groups = new Map();
/** @type {Map<string, string | null>} files and folders to remove once everything has ended; those with a content only if it is unchanged */
const filesToRemove = new Map();

process.on(FORCE_SIGNAL, () => {
  for (const group of groups.keys()) signalGroup(group, 'SIGKILL');
});

for await (const line of createInterface({ input: process.stdin })) {
  const [verb, first = '', second] = JSON.parse(line);
  if (verb === 'add') groups.set(first, second);
  if (verb === 'remove') groups.delete(first);
  if (verb === 'removeAtEnd') filesToRemove.set(first, second);
  if (verb === 'keep') filesToRemove.delete(first);
}

const orders = [...new Set(groups.values())].sort((a, b) => b - a);
for (const order of orders) {
  const members = [...groups].filter(([, own]) => own === order).map(([group]) => group);
  await endGroups({ groups: members, graceMs: GRACE_MS });
}
// In reverse order, so that the lock is removed last.
for (const [file, content] of [...filesToRemove].reverse()) {
  if (!content || (existsSync(file) && readFileSync(file, 'utf8') === content)) rmSync(file, { recursive: true, force: true });
}
process.exit(0);
