import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram } from './stack/src/machine/find-program.mjs';
import { StackError } from './stack/src/machine/stack-error.mjs';
import { withReaper } from './stack/src/processes/reaper.mjs';
import { runCommand } from './stack/src/processes/run-command.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const INSTALL_WITHIN_MS = 10 * 60_000;
const SHOWN_LINES = 12;

/**
 * Runs `npm ci` where the installed packages are not those of package-lock.json. Plain Node: it runs before any package is there.
 * @param {{ log?: (line: string) => void, reaper?: import('./stack/src/processes/reaper.mjs').Reaper }} [options]
 */
export async function ensureInstalled({ log = console.log, reaper } = {}) {
  if (isInstalled()) return;
  log('Installing packages (npm ci) …');
  const npm = npmCommand();
  // No package needs its install script: what they would build or fetch comes ready made.
  const args = [...npm.args, 'ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { code, output } = await withReaper(reaper, (own) =>
    runCommand({ command: npm.command, args, cwd: root, env: process.env, timeoutMs: INSTALL_WITHIN_MS, reaper: own }),
  );
  if (code !== 0) throw new StackError(`npm ci failed:\n  ${reasons(output).join('\n  ')}`);
}

/**
 * npm says what is wrong first and how it is used last.
 * @param {string} output
 */
function reasons(output) {
  const errors = output.split('\n').filter((line) => line.startsWith('npm error') && line.trim() !== 'npm error');
  return (errors.length > 0 ? errors : output.trim().split('\n').slice(-SHOWN_LINES)).slice(0, SHOWN_LINES);
}

/** Compares what is locked with npm's own note of what it installed, which it writes last: an install cut short has none. */
function isInstalled() {
  const locked = readPackages('package-lock.json');
  const installed = readPackages('node_modules/.package-lock.json');
  if (!locked || !installed) return false;
  return Object.entries(locked).every(([path, { version, resolved, optional, devOptional }]) => {
    if (!path.includes('node_modules/')) return true;
    const there = installed[path];
    // Packages for other platforms are locked and not installed.
    if (!there) return Boolean(optional || devOptional);
    return there.version === version && (!there.link || there.resolved === resolved);
  });
}

/**
 * @typedef {{ version?: string, resolved?: string, link?: boolean, optional?: boolean, devOptional?: boolean }} LockedPackage
 * @param {string} file
 * @returns {Record<string, LockedPackage> | undefined}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** The npm that runs this script, where one does; it need not be the one on PATH. */
function npmCommand() {
  const own = process.env.npm_execpath;
  if (own?.endsWith('.js')) return { command: process.execPath, args: [own] };
  const onPath = findProgram({ name: 'npm', env: process.env });
  if (!onPath) throw new StackError('npm is missing: install Node.js with npm.');
  return { command: onPath, args: [] };
}
