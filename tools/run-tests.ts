import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { buildAll, startBacking } from '@stagereel/stack';
import { selectChangedTests } from './testing/changed-tests.ts';
import { DATA_SERVERS, dataServerUrls, runJourneys } from './testing/journeys.ts';
import { type Outcome, printTimings, sumOutcomes, timed } from './testing/outcome.ts';
import { checkQueries } from './testing/queries/check-queries.ts';
import { ROOT, stopCommands } from './testing/run-command.ts';
import { type JestProject, listTests, runJest } from './testing/run-jest.ts';
import { checkBundle, runStaticChecks } from './testing/static-checks.ts';

/**
 * `npm test [-- path…]`: static checks, then every test on real MongoDB, Redis, RabbitMQ and SMTP, then the journeys in a real browser.
 * With paths, only those tests run. `--changed[=ref]` runs the tests that the changes since `ref` (main) affect; `--long` (`npm run test:long`)
 * runs `*.long.test.ts`. The last line is `N passed, N failed`; a static check counts as one test.
 */
const { values: options, positionals: paths } = parseArgs({
  // Node's parser has no option with an optional value.
  args: process.argv.slice(2).map((argument) => (argument === '--changed' ? '--changed=main' : argument)),
  options: { changed: { type: 'string' }, long: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const isWholeRun = paths.length === 0 && options.changed === undefined && !options.long;
if (options.long) process.env['LONG_TESTS'] = 'only';

/** Tests of services mostly wait for retries, leases and restarts: more workers than processors use that time. */
const SERVICE_WORKERS = availableParallelism() * 2;
/** At least two: one process would keep the modules of all screens in memory, which is too much for its heap. */
const SCREEN_WORKERS = Math.max(2, availableParallelism());

/** A file system in memory. */
const MEMORY = '/dev/shm';
const MIN_MEMORY_BYTES = 2 * 2 ** 30;

const chooseTests = async (): Promise<(projects: readonly JestProject[]) => Promise<string[]>> => {
  if (options.changed === undefined) return (projects) => listTests(projects, { patterns: paths });
  const { files, reasons } = await selectChangedTests(options.changed);
  console.log(reasons.join('\n'));
  for (const file of files) console.log(`     ${relative(ROOT, file)}`);
  const chosen = new Set(files);
  return async (projects) => (await listTests(projects)).filter((file) => chosen.has(file));
};

/** Data servers write much that nobody reads again: they do so in memory if there is room. */
const temporaryFolder = async (): Promise<string> => {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return mkdtemp(join(bavail * bsize >= MIN_MEMORY_BYTES ? MEMORY : tmpdir(), 'stagereel-test-'));
};

/** The driver reports its commands only if the URL asks for it. */
const withMonitoring = (mongodbUrl: string): string => {
  const url = new URL(mongodbUrl);
  url.searchParams.set('monitorCommands', 'true');
  return url.href;
};

const runTests = async (folder: string): Promise<Outcome> => {
  const chosen = await chooseTests();
  const [services, screens, launcher, journeys] = await Promise.all([
    chosen(['unit', 'component']),
    chosen(['screen']),
    chosen(['stack']),
    chosen(['e2e']),
  ]);
  if (!isWholeRun && services.length + screens.length + launcher.length + journeys.length === 0) {
    console.log('No test file matches');
    return { passed: 0, failed: options.changed === undefined ? 1 : 0 };
  }
  const outcomes: Outcome[] = [];
  const starting = timed('backing services', () =>
    startBacking({ dir: join(folder, 'backing'), need: [...DATA_SERVERS, 'mailbox'], isTemporary: true }),
  );
  // Awaited below; until then, a failing check must not leave the rejection unhandled.
  starting.catch(() => undefined);
  if (isWholeRun) outcomes.push(await runStaticChecks());
  await timed('build', () => buildAll());
  if (isWholeRun) outcomes.push(await checkBundle());
  const backing = await starting;
  try {
    const servers = { ...dataServerUrls(backing), SMTP_URL: backing.mailbox.smtpUrl, MAILBOX_URL: backing.mailbox.url };
    // See tools/testing/jest/record-queries.mjs.
    const env = { ...servers, MONGODB_URL: withMonitoring(servers.MONGODB_URL), QUERIES_FOLDER: folder };
    const workers = Math.min(SERVICE_WORKERS, services.length);
    outcomes.push(
      await timed('unit and component tests', () => runJest({ folder, projects: ['unit', 'component'], files: services, workers, env })),
      await checkQueries({ folder, isComplete: isWholeRun }),
      // Launcher tests mostly wait for servers to start: the screen tests use the processor meanwhile.
      ...(await Promise.all([
        timed('screen tests', () => runJest({ folder, projects: ['screen'], files: screens, workers: SCREEN_WORKERS, env: {} })),
        timed('launcher tests', () => runJest({ folder, projects: ['stack'], files: launcher, workers: 1, env: {} })),
      ])),
      await timed('journeys', () => runJourneys({ folder, backing, files: journeys })),
    );
  } finally {
    await backing.stop();
  }
  return sumOutcomes(outcomes);
};

const folder = await temporaryFolder();
// Ends the running commands; the finally blocks then clean up.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopCommands(signal));
try {
  const { passed, failed } = await runTests(folder);
  printTimings();
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && (passed > 0 || options.changed !== undefined) ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
