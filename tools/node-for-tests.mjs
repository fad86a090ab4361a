import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmCommand } from './ensure-installed.mjs';
import { runCommand } from './stack/src/processes/run-command.mjs';

/** The Node.js of the images, see the Dockerfile. */
const VERSION = '24.21.0';
const INSTALL_TIMEOUT_MS = 3 * 60_000;

/**
 * The program that runs the tests: the Node.js of the images, with which they need a quarter less CPU time than with Node.js 20. It is installed from npm's
 * registry if the running one is older, and the running one is used if that fails. Plain Node, because it runs beside `npm ci`.
 * @param {{ log: (line: string) => void, reaper: import('./stack/src/processes/reaper.mjs').Reaper }} options
 * @returns {Promise<string>} its path
 */
export async function nodeForTests({ log, reaper }) {
  if (majorOf(process.versions.node) >= majorOf(VERSION)) return process.execPath;
  const name = `node-${process.platform}-${process.arch}`;
  const folder = fileURLToPath(new URL(`../.cache/node-${VERSION}`, import.meta.url));
  const program = join(folder, 'node_modules', name, 'bin', 'node');
  /** @param {{ command: string, args: string[] }} run */
  const succeeds = async (run) =>
    (await runCommand({ ...run, cwd: folder, env: process.env, timeoutMs: INSTALL_TIMEOUT_MS, reaper })).code === 0;
  // Started and not only looked for: an interrupted installation leaves a part of the file, and some systems cannot run it.
  const isRunnable = () => succeeds({ command: program, args: ['--version'] });

  mkdirSync(folder, { recursive: true });
  if (await isRunnable()) return program;
  log(`Installing Node.js ${VERSION} for the tests …`);
  // npm would take a broken installation for a complete one.
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  const npm = npmCommand();
  const args = [...npm.args, 'install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `${name}@${VERSION}`];
  if ((await succeeds({ command: npm.command, args })) && (await isRunnable())) return program;
  log(`Node.js ${VERSION} could not be installed, so the tests run with ${process.versions.node}, which takes longer.`);
  return process.execPath;
}

/** @param {string} version */
function majorOf(version) {
  return Number(version.split('.')[0]);
}
