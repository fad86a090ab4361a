import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmCommand } from './ensure-installed.mjs';
import { withReaper } from './stack/src/processes/reaper.mjs';
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
  if (existsSync(program)) return program;
  log(`Installing Node.js ${VERSION} for the tests …`);
  mkdirSync(folder, { recursive: true });
  const npm = npmCommand();
  const args = [...npm.args, 'install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `${name}@${VERSION}`];
  const { code } = await withReaper(reaper, (own) =>
    runCommand({ command: npm.command, args, cwd: folder, env: process.env, timeoutMs: INSTALL_TIMEOUT_MS, reaper: own }),
  );
  if (code === 0 && existsSync(program)) return program;
  log(`Node.js ${VERSION} could not be installed, so the tests run with ${process.versions.node}, which takes longer.`);
  return process.execPath;
}

/** @param {string} version */
function majorOf(version) {
  return Number(version.split('.')[0]);
}
