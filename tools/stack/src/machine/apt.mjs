import { readFileSync } from 'node:fs';
import { runCommand } from '../processes/run-command.mjs';
import { findProgram } from './find-program.mjs';
import { StackError } from './stack-error.mjs';

const INSTALL_TIMEOUT_MS = 8 * 60_000;
const LOCK_WAIT = ['-o', 'DPkg::Lock::Timeout=120'];

/**
 * Whether this user can install packages: root on Debian or a derivative of it.
 * @param {NodeJS.ProcessEnv} env
 */
export function canInstallPackages(env) {
  return process.getuid?.() === 0 && isDebianLike() && findProgram({ name: 'apt-get', env }) !== undefined;
}

/**
 * Installs packages. Each entry lists alternatives; the first one that the distribution knows is installed.
 * @param {{
 *   packages: string[][], env: NodeJS.ProcessEnv, log: (line: string) => void,
 *   reaper: import('../processes/reaper.mjs').Reaper,
 * }} input
 */
export async function installPackages({ packages, env, log, reaper }) {
  // RUNLEVEL=1 keeps Debian's scripts from starting system-wide servers: this project uses private ones only.
  const aptEnv = { ...env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  /** @param {string[]} args */
  const apt = (args) => runCommand({ command: 'apt-get', args, env: aptEnv, timeoutMs: INSTALL_TIMEOUT_MS, reaper });

  log(`Installing ${packages.map((names) => names[0]).join(', ')} with apt-get …`);
  // The result is ignored: packages may be installable with the lists that exist already.
  await apt([...LOCK_WAIT, 'update']);
  const names = await Promise.all(packages.map((alternatives) => firstKnown({ alternatives, env: aptEnv, reaper })));
  const { code, output } = await apt([...LOCK_WAIT, 'install', '-y', '--no-install-recommends', ...names]);
  if (code !== 0) {
    const lastLines = output.trim().split('\n').slice(-8).join('\n  ');
    throw new StackError(`apt-get could not install ${names.join(', ')}:\n  ${lastLines}`);
  }
}

/** @param {{ alternatives: string[], env: NodeJS.ProcessEnv, reaper: import('../processes/reaper.mjs').Reaper }} input */
async function firstKnown({ alternatives, env, reaper }) {
  for (const name of alternatives) {
    const { code, output } = await runCommand({
      command: 'apt-cache',
      args: ['show', '--quiet', name],
      env,
      timeoutMs: 30_000,
      reaper,
    });
    if (code === 0 && output.includes(`Package: ${name}`)) return name;
  }
  return alternatives[0] ?? '';
}

function isDebianLike() {
  try {
    return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}
