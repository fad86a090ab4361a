import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../processes/run-command.mjs';
import { findProgram } from './find-program.mjs';
import { hashFiles } from './hash-files.mjs';
import { StackError } from './stack-error.mjs';

const BUILD_TIMEOUT_MS = 5 * 60_000;
const MIN_JDK = 17;
const repository = fileURLToPath(new URL('../../../../', import.meta.url));
const sources = join(repository, 'tools/mongo-java-server');

/** The path of the built server. Its folder is named by the hash of the sources, so that a change leads to a new build. */
export function mongoJavaServerJar() {
  return join(repository, '.cache/mongo-java-server', hashSources(), 'mongo-java-server.jar');
}

/**
 * Which programs are missing that the server needs to run and, before the first run, to be built.
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
 * @returns {string | undefined} path of the program; JAVA_HOME has priority over PATH, as with Maven
 */
export function findJava({ name, env }) {
  const fromHome = env.JAVA_HOME ? findProgram({ name, env: {}, folders: [join(env.JAVA_HOME, 'bin')] }) : undefined;
  return fromHome ?? findProgram({ name, env });
}

/**
 * Builds the server with Maven unless it was built from the same sources. Several builds can run at once.
 * @param {{
 *   env: NodeJS.ProcessEnv, log: (line: string) => void, reaper: import('../processes/reaper.mjs').Reaper,
 * }} input
 * @returns {Promise<string>} path of the jar
 */
export async function buildMongoJavaServer({ env, log, reaper }) {
  const jar = mongoJavaServerJar();
  if (existsSync(jar)) return jar;
  await requireJdk({ env, reaper });
  log('Building mongo-java-server with Maven (once) …');
  const finished = join(jar, '..');
  const building = `${finished}-${randomUUID()}`;
  mkdirSync(building, { recursive: true });
  try {
    const { code, output } = await runCommand({
      command: 'mvn',
      args: ['--batch-mode', '--quiet', '--no-transfer-progress', '-f', sources, 'package', `-DoutputFolder=${building}`],
      env,
      timeoutMs: BUILD_TIMEOUT_MS,
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
async function requireJdk({ env, reaper }) {
  const javac = findJava({ name: 'javac', env });
  if (!javac) throw new StackError('mongo-java-server cannot be built: it needs JDK 17 or newer, and none was found.');
  const { output } = await runCommand({ command: javac, args: ['-version'], env, timeoutMs: 30_000, reaper });
  const major = Number(/javac (\d+)/.exec(output)?.[1] ?? 0);
  if (major < MIN_JDK) {
    throw new StackError(`mongo-java-server cannot be built: it needs JDK 17 or newer, and ${javac} is "${output.trim()}".`);
  }
}

function hashSources() {
  return hashFiles({ root: sources, paths: ['pom.xml', 'src'] });
}
