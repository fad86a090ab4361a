import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../processes/run-command.mjs';
import { findProgram } from './find-program.mjs';
import { hashFiles } from './hash-files.mjs';
import { StackError } from './stack-error.mjs';

const BUILD_WITHIN_MS = 5 * 60_000;
const OLDEST_JDK = 17;
const repository = fileURLToPath(new URL('../../../../', import.meta.url));
const sources = join(repository, 'tools/mongo-java-server');

/** Where the built server is (or will be): the folder's name is the hash of the sources, so a change builds anew. */
export function mongoJavaServerJar() {
  return join(repository, '.cache/mongo-java-server', hashSources(), 'mongo-java-server.jar');
}

/**
 * Which of the programs that it takes to run (and, before the first run, to build) the server are missing.
 * @param {NodeJS.ProcessEnv} env
 * @returns {('jdk' | 'maven')[]}
 */
export function missingForMongoJavaServer(env) {
  const isBuilt = existsSync(mongoJavaServerJar());
  /** @type {('jdk' | 'maven')[]} */
  const missing = [];
  if (!findJava({ name: isBuilt ? 'java' : 'javac', env })) missing.push('jdk');
  if (!isBuilt && !findProgram({ name: 'mvn', env })) missing.push('maven');
  return missing;
}

/**
 * @param {{ name: 'java' | 'javac', env: NodeJS.ProcessEnv }} input
 * @returns {string | undefined} path of the program, JAVA_HOME before PATH as Maven does it
 */
export function findJava({ name, env }) {
  const fromHome = env.JAVA_HOME ? findProgram({ name, env: {}, folders: [join(env.JAVA_HOME, 'bin')] }) : undefined;
  return fromHome ?? findProgram({ name, env });
}

/**
 * Builds the server with Maven unless these sources are built already. Two builds at once do not disturb each other.
 * @param {{
 *   env: NodeJS.ProcessEnv, log: (line: string) => void, reaper: import('../processes/reaper.mjs').Reaper,
 * }} input
 * @returns {Promise<string>} path of the jar
 */
export async function buildMongoJavaServer({ env, log, reaper }) {
  const jar = mongoJavaServerJar();
  if (existsSync(jar)) return jar;
  await refuseOldJdk({ env, reaper });
  log('Building mongo-java-server with Maven (once) …');
  const finished = join(jar, '..');
  const building = `${finished}-${randomUUID()}`;
  mkdirSync(building, { recursive: true });
  try {
    const { code, output } = await runCommand({
      command: 'mvn',
      args: ['--batch-mode', '--quiet', '--no-transfer-progress', '-f', sources, 'package', `-DoutputFolder=${building}`],
      env,
      timeoutMs: BUILD_WITHIN_MS,
      reaper,
    });
    if (code !== 0) {
      const lastLines = output.trim().split('\n').slice(-10).join('\n  ');
      throw new StackError(`Maven could not build tools/mongo-java-server:\n  ${lastLines}`);
    }
    if (!existsSync(jar)) renameSync(building, finished);
    return jar;
  } finally {
    rmSync(building, { recursive: true, force: true });
  }
}

/** @param {{ env: NodeJS.ProcessEnv, reaper: import('../processes/reaper.mjs').Reaper }} input */
async function refuseOldJdk({ env, reaper }) {
  const javac = findJava({ name: 'javac', env });
  if (!javac) throw new StackError('Building mongo-java-server takes a JDK 17 or newer: none was found.');
  const { output } = await runCommand({ command: javac, args: ['-version'], env, timeoutMs: 30_000, reaper });
  const major = Number(/javac (\d+)/.exec(output)?.[1] ?? 0);
  if (major < OLDEST_JDK) {
    throw new StackError(`Building mongo-java-server takes a JDK 17 or newer: ${javac} says "${output.trim()}".`);
  }
}

function hashSources() {
  return hashFiles({ root: sources, paths: ['pom.xml', 'src'] });
}
