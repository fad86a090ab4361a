// Outlives its launcher by design: it holds the reading end of a pipe, and when that ends – the launcher finished, crashed
// or was killed – it ends every process group that is still on its list. One line a message:
//   ["add", group, order]   ["remove", group]   ["hold", file, content]   ["release", file]
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { endGroups } from './end-groups.mjs';
import { signalGroup } from './process-group.mjs';
import { HURRY_SIGNAL } from './reaper.mjs';

const GRACE_MS = 12_000;

// The terminal's Ctrl-C goes to the launcher; this process leaves only with it.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => {});

/** @type {Map<number, number>} group → order; what has the highest order ends first */
const groups = new Map();
/** @type {Map<string, string | null>} files to remove once everything has ended; with a content, only if it is still that */
const heldFiles = new Map();

process.on(HURRY_SIGNAL, () => {
  for (const group of groups.keys()) signalGroup(group, 'SIGKILL');
});

for await (const line of createInterface({ input: process.stdin })) {
  const [verb, first = '', second] = JSON.parse(line);
  if (verb === 'add') groups.set(first, second);
  if (verb === 'remove') groups.delete(first);
  if (verb === 'hold') heldFiles.set(first, second);
  if (verb === 'release') heldFiles.delete(first);
}

const orders = [...new Set(groups.values())].sort((a, b) => b - a);
for (const order of orders) {
  const members = [...groups].filter(([, own]) => own === order).map(([group]) => group);
  await endGroups({ groups: members, graceMs: GRACE_MS });
}
// The lock was held first and goes last.
for (const [file, content] of [...heldFiles].reverse()) {
  if (!content || (existsSync(file) && readFileSync(file, 'utf8') === content)) rmSync(file, { force: true });
}
process.exit(0);
