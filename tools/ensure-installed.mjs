import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram } from './stack/src/machine/find-program.mjs';
import { StackError } from './stack/src/machine/stack-error.mjs';
import { withReaper } from './stack/src/processes/reaper.mjs';
import { runCommand } from './stack/src/processes/run-command.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const INSTALL_TIMEOUT_MS = 10 * 60_000;
const SHOWN_LINES = 12;

/**
 * Runs `npm ci` if the installed packages differ from package-lock.json. Plain Node, because it runs before any package is installed.
 * @param {{ log?: (line: string) => void, reaper?: import('./stack/src/processes/reaper.mjs').Reaper }} [options]
 */
export async function ensureInstalled({ log = console.log, reaper } = {}) {
  if (isInstalled()) return;
  log('Installing packages (npm ci) …');
  const npm = npmCommand();
  const args = [...npm.args, 'ci', '--no-audit', '--no-fund'];
  const { code, output } = await withReaper(reaper, (own) =>
    runCommand({ command: npm.command, args, cwd: root, env: process.env, timeoutMs: INSTALL_TIMEOUT_MS, reaper: own }),
  );
  if (code !== 0) throw new StackError(`npm ci failed:\n  ${reasons(output).join('\n  ')}`);
}

/**
 * The first lines of npm's output name the error; its usage follows at the end.
 * @param {string} output
 */
function reasons(output) {
  const errors = output.split('\n').filter((line) => line.startsWith('npm error') && line.trim() !== 'npm error');
  return (errors.length > 0 ? errors : output.trim().split('\n').slice(-SHOWN_LINES)).slice(0, SHOWN_LINES);
}

/** Compares the lock file with npm's list of installed packages, which it writes last: after an interrupted install, there is none. */
function isInstalled() {
  const locked = readPackages('package-lock.json');
  const installed = readPackages('node_modules/.package-lock.json');
  if (!locked || !installed) return false;
  return Object.entries(locked).every(([path, { version, resolved, optional, devOptional }]) => {
    if (!path.includes('node_modules/')) return true;
    const found = installed[path];
    // Packages for other platforms are locked but not installed.
    if (!found) return Boolean(optional || devOptional);
    return found.version === version && (!found.link || found.resolved === resolved);
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

/** The npm that runs this script, if there is one; it may differ from the one on PATH. */
export function npmCommand() {
  const running = process.env.npm_execpath;
  if (running?.endsWith('.js')) return { command: process.execPath, args: [running] };
  const onPath = findProgram({ name: 'npm', env: process.env });
  if (!onPath) throw new StackError('npm is missing: install Node.js with npm.');
  return { command: onPath, args: [] };
}
