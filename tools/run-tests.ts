import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Backing, startBacking } from '@stagereel/stack';
import { buildAll } from './build.ts';

/**
 * `npm test [-- path…]`: static checks, then every test on real MongoDB, Redis, RabbitMQ and SMTP, then the journeys in a real browser.
 * With paths only those tests run. The last line is `N passed, N failed`; a check counts as one test.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const paths = process.argv.slice(2);
const children = new Set<ReturnType<typeof spawn>>();
/** Set by a signal: what runs is ended, and nothing more is begun. */
let isStopping = false;

type Outcome = { passed: number; failed: number };
type Run = { name: string; command: readonly string[]; env?: NodeJS.ProcessEnv };

const timings: string[] = [];
const timed = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
  const start = performance.now();
  try {
    return await work();
  } finally {
    timings.push(`${name.padEnd(28)} ${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s`);
  }
};

/** Runs a program and answers its exit status; its output is shown when it ends, so that checks side by side stay readable. */
const run = ({ command: [program = '', ...args], env = {} }: Run, isLive = false): Promise<{ status: number; output: string }> =>
  new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, env: { ...process.env, ...env }, stdio: isLive ? 'inherit' : 'pipe' });
    children.add(child);
    const chunks: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (error) => resolve({ status: 1, output: String(error) }));
    child.on('close', (code) => {
      children.delete(child);
      resolve({ status: code ?? 1, output: Buffer.concat(chunks).toString('utf8') });
    });
  });

const bin = (name: string): string => join(root, 'node_modules', '.bin', name);

const checks: readonly Run[] = [
  { name: 'types (tsc -b)', command: ['npm', 'run', '-s', 'check:types'] },
  { name: 'lint and format (biome)', command: ['npm', 'run', '-s', 'check:lint'] },
  { name: 'layers (dependency-cruiser)', command: ['npm', 'run', '-s', 'check:layers'] },
  { name: 'unused code (knip)', command: ['npm', 'run', '-s', 'check:unused'] },
];

/** Needs the built web app. */
const bundleCheck: Run = { name: 'size of the customer bundle', command: ['npm', 'run', '-s', 'check-bundle', '-w', 'web'] };

const runChecks = async (wanted: readonly Run[]): Promise<Outcome> => {
  const results = await Promise.all(wanted.map((check) => timed(check.name, async () => ({ check, ...(await run(check)) }))));
  for (const { check, status, output } of results) {
    console.log(`${status === 0 ? 'PASS' : 'FAIL'} ${check.name}`);
    if (status !== 0) console.log(output);
  }
  const failed = results.filter(({ status }) => status !== 0).length;
  return { passed: results.length - failed, failed };
};

const jest = async (options: {
  folder: string;
  projects: readonly string[];
  env: NodeJS.ProcessEnv;
  more?: readonly string[];
}): Promise<Outcome> => {
  if (isStopping) return { passed: 0, failed: 1 };
  const report = join(options.folder, `jest-${options.projects[0]}.json`);
  const command = [
    process.execPath,
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    bin('jest'),
    '--selectProjects',
    ...options.projects,
    '--json',
    `--outputFile=${report}`,
    '--passWithNoTests',
    ...(options.more ?? []),
    ...(paths.length > 0 ? ['--', ...paths] : []),
  ];
  const { status } = await run({ name: 'jest', command, env: options.env }, true);
  const summary = JSON.parse(await readFile(report, 'utf8').catch(() => '{}'));
  const failed = (summary.numFailedTests ?? 0) + (summary.numRuntimeErrorTestSuites ?? 0);
  // A run that ended badly without naming a test is a failure all the same.
  return { passed: summary.numPassedTests ?? 0, failed: status !== 0 && failed === 0 ? 1 : failed };
};

const add = (outcomes: readonly Outcome[]): Outcome => ({
  passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
  failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
});

const DATA_SERVERS = ['mongodb', 'redis', 'rabbitmq'] as const;
const dataServersOf = ({ mongodb, redis, rabbitmq }: Backing) => ({ MONGODB_URL: mongodb, REDIS_URL: redis, RABBITMQ_URL: rabbitmq });

/**
 * Every file of journeys has a shop of its own, on the data servers of its worker; it empties them, so they must be this run's alone. Two
 * workers, because a journey mostly waits; and two at most, because two processors are what a browser and a shop need each.
 */
const runJourneys = async ({ folder, backing }: { folder: string; backing: Backing }): Promise<Outcome> => {
  const servers = dataServersOf(backing);
  const isForeign = Object.keys(servers).some((variable) => process.env[variable]);
  if (isForeign || paths.length > 0) {
    const env = isForeign ? {} : { E2E_SERVERS: JSON.stringify([servers]) };
    return jest({ folder, projects: ['e2e'], env, more: ['--runInBand'] });
  }
  const second = await startBacking({ dir: join(folder, 'backing-2'), need: DATA_SERVERS });
  try {
    return await jest({ folder, projects: ['e2e'], env: { E2E_SERVERS: JSON.stringify([servers, dataServersOf(second)]) } });
  } finally {
    await second.stop();
  }
};

const runTests = async (folder: string): Promise<Outcome> => {
  const outcomes: Outcome[] = [];
  const starting = timed('backing services', () => startBacking({ dir: join(folder, 'backing'), need: [...DATA_SERVERS, 'mailbox'] }));
  // Settled below; without this a failing check in between would leave the rejection unhandled.
  starting.catch(() => undefined);
  if (paths.length === 0) outcomes.push(await runChecks(checks));
  await timed('build', () => buildAll());
  if (paths.length === 0) outcomes.push(await runChecks([bundleCheck]));
  const backing = await starting;
  try {
    const env = {
      ...dataServersOf(backing),
      SMTP_URL: backing.mailbox.smtpUrl,
      MAILBOX_URL: backing.mailbox.url,
    };
    // Many of them wait for a retry, a lease or a restart: a worker more than processors uses that time.
    const more = ['--maxWorkers=3'];
    outcomes.push(await timed('unit and component tests', () => jest({ folder, projects: ['unit', 'component'], env, more })));
    outcomes.push(await timed('launcher tests', () => jest({ folder, projects: ['stack'], env: {}, more: ['--runInBand'] })));
    outcomes.push(await timed('journeys', () => runJourneys({ folder, backing })));
  } finally {
    await backing.stop();
  }
  return add(outcomes);
};

const folder = await mkdtemp(join(tmpdir(), 'stagereel-test-'));
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // The children share the terminal's group; ending them lets the finally below clean up.
  process.on(signal, () => {
    isStopping = true;
    for (const child of children) child.kill(signal);
  });
}
try {
  const { passed, failed } = await runTests(folder);
  console.log(`\nWhere the time went:\n${timings.map((line) => `  ${line}`).join('\n')}\n`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
