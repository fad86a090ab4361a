import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { selectChangedTests } from './testing/changed-tests.ts';
import { DATA_SERVERS, dataServerUrls, runJourneys } from './testing/journeys.ts';
import { type Outcome, printOutcome, sumOutcomes, timed } from './testing/outcome.ts';
import { checkQueries } from './testing/queries/check-queries.ts';
import { ROOT, stopCommands } from './testing/run-command.ts';
import { runJest } from './testing/run-jest.ts';
import { measureSlowness } from './testing/slowness.ts';
import { checkBundle, runStaticChecks } from './testing/static-checks.ts';
import { type Kind, kindOf, listTests, readArguments } from './testing/test-files.mjs';
import { changesOf } from './testing/watch.ts';

/**
 * `npm test [-- path…]`: static checks, then every test on real MongoDB, Redis, RabbitMQ and SMTP, then the journeys in a real browser.
 * With paths, only the tests whose path contains one of them run, and only what they need is started; `-t <pattern>` selects tests by name, `--watch`
 * repeats them whenever a file changes. `--changed[=ref]` runs the tests that the changes since `ref` (main) affect; `--long` (`npm run test:long`)
 * runs `*.long.test.ts`. The last line is `N passed, N failed`; a static check counts as one test.
 */
const options = readArguments(process.argv.slice(2));
const { isWholeRun, paths, isLong, pattern } = options;
if (isLong) process.env['LONG_TESTS'] = 'only';
/** So many files can be shown test by test. */
const VERBOSE_FILES = 10;

/** Tests of services mostly wait for retries, leases and restarts: more workers than processors use that time. */
const SERVICE_WORKERS = availableParallelism() * 2;
/** At least two: one process would keep the modules of all screens in memory, which is too much for its heap. */
const SCREEN_WORKERS = Math.max(2, availableParallelism());

/** A file system in memory. */
const MEMORY = '/dev/shm';
const MIN_MEMORY_BYTES = 2 * 2 ** 30;

const chooseTests = async (): Promise<string[]> => {
  if (options.changed === undefined) return listTests({ paths, isLong });
  const { files, reasons } = await selectChangedTests(options.changed);
  console.log(reasons.join('\n'));
  for (const file of files) console.log(`     ${relative(ROOT, file)}`);
  return files;
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

// Imported where they are needed: a run of unit tests does not wait until they are loaded.
const startServers = async (folder: string) => {
  const { startBacking } = await import('@stagereel/stack');
  return startBacking({ dir: join(folder, 'backing'), need: [...DATA_SERVERS, 'mailbox'], isTemporary: true });
};
const build = async (): Promise<Outcome> => {
  const { buildAll } = await import('@stagereel/stack');
  await timed('build', buildAll);
  return isWholeRun ? checkBundle() : { passed: 0, failures: [] };
};

const runTests = async (folder: string, files: readonly string[]): Promise<Outcome> => {
  const ofKind = (kind: Kind): string[] => files.filter((file) => kindOf(file) === kind);
  const common = { folder, pattern, isVerbose: !isWholeRun && files.length <= VERBOSE_FILES };
  const backing = files.some((file) => kindOf(file) === 'component' || kindOf(file) === 'e2e')
    ? await timed('data servers', () => startServers(folder))
    : undefined;
  try {
    const servers = backing ? { ...dataServerUrls(backing), SMTP_URL: backing.mailbox.smtpUrl, MAILBOX_URL: backing.mailbox.url } : {};
    // See tools/testing/jest/record-queries.mjs.
    const recording = backing ? { MONGODB_URL: withMonitoring(backing.mongodb), QUERIES_FOLDER: folder } : {};
    const services = [...ofKind('unit'), ...ofKind('component')];
    const testServices = () =>
      runJest({
        ...common,
        name: 'services',
        files: services,
        workers: Math.min(SERVICE_WORKERS, services.length),
        env: { ...servers, ...recording },
      });
    const testScreens = () =>
      runJest({ ...common, name: 'screens', files: ofKind('screen'), workers: SCREEN_WORKERS, env: {}, hasWindow: true });
    const testLauncher = () =>
      runJest({ ...common, name: 'launcher', files: [...ofKind('stack'), ...ofKind('tools')], workers: 1, env: {} });

    const needsBuild = isWholeRun || ofKind('stack').length + ofKind('e2e').length > 0;
    const [built, ...others] = await Promise.all([
      needsBuild ? build() : undefined,
      testServices(),
      isWholeRun ? runStaticChecks() : undefined,
    ]);
    return sumOutcomes([
      ...[built, ...others].filter((outcome) => outcome !== undefined),
      await checkQueries({ folder, isComplete: isWholeRun }),
      // Launcher tests mostly wait for servers to start: the screen tests use the processor meanwhile.
      ...(await Promise.all([testScreens(), testLauncher()])),
      ...(backing ? [await runJourneys({ ...common, backing, files: ofKind('e2e') })] : []),
    ]);
  } finally {
    await backing?.stop();
  }
};

const runOnce = async (files: readonly string[]): Promise<Outcome> => {
  const folder = await temporaryFolder();
  try {
    const { passed, failures } = await runTests(folder, files);
    // Such as a pattern that matches no name: nothing was shown to work.
    const outcome = { passed, failures: passed + failures.length === 0 ? ['No test ran'] : failures };
    printOutcome(outcome);
    return outcome;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const watching = new AbortController();
// Ends the running commands; the finally blocks then clean up.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    stopCommands(signal);
    watching.abort();
  });
const files = await chooseTests();
if (files.length === 0) console.log(options.changed === undefined ? 'No test file matches' : 'No test is affected');
if (files.some((file) => kindOf(file) !== 'unit')) process.env['SLOWNESS'] ??= (await measureSlowness()).toFixed(1);
const { failures } = files.length > 0 ? await runOnce(files) : { failures: options.changed === undefined ? ['No test'] : [] };
process.exitCode = failures.length === 0 ? 0 : 1;
if (options.isWatching) for await (const _ of changesOf({ root: ROOT, signal: watching.signal })) await runOnce(files);
