import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startBacking } from '@stagereel/stack';
import { nodeForTests } from '../node-for-tests.mjs';
import { withReaper } from '../stack/src/processes/reaper.mjs';
import { DATA_SERVERS, dataServerUrls } from '../testing/journeys.ts';
import { ROOT } from '../testing/run-command.ts';
import { listTests } from '../testing/test-files.mjs';
import { findMutants, instrument, type Mutant, mutate } from './mutants.ts';

/**
 * `npm run test:mutation`: breaks one condition, guard or unique index after another, and prints each for which no test fails. Takes hours.
 * First runs each test file once, to know which mutants it reaches; then the tests of each mutant until one fails. The sources stay as they are: the
 * loader of the tests takes the changed ones from memory.
 */
const { values } = parseArgs({
  options: {
    /** Only mutants of files whose path contains it. */
    files: { type: 'string', default: '' },
    /** Only tests whose path contains it. */
    tests: { type: 'string', default: '' },
    /** Of killed mutants, in percent. */
    threshold: { type: 'string', default: '90' },
  },
});

const SOURCES = ['services/orders/src/domain', 'services/orders/src/models', 'packages/service-kit/src/messaging'];
const WORKERS = 2;
/** A mutant whose tests take longer is killed. */
const TIMEOUT_MS = 3 * 60_000;
const RUNS_PER_PROCESS = 60;

type Numbered = Mutant & { index: number };
type Equivalent = Pick<Mutant, 'file' | 'change'> & { reason: string };
type Test = { path: string; source: string; reaches: ReadonlySet<number>; tookMs: number };

const sourceFiles = async (): Promise<string[]> => {
  const found = await Promise.all(SOURCES.map((folder) => readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })));
  return found
    .flat()
    .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file.includes(values.files))
    .sort();
};

/** Tests of the same package can reach a mutant. */
const packageOf = (file: string): string => file.split('/').slice(0, 2).join('/');
const areaOf = (file: string): string => basename(dirname(file));

type Answer = { failure: string | null; reached?: readonly number[] };
type Worker = {
  /** Runs one test file with some changed sources, given by absolute path. */
  run: (path: string, changed: Readonly<Record<string, string>>) => Promise<Answer>;
  end: () => void;
};

/** A process that runs tests. It is replaced when it ends or takes too long, and after some mutants, because modules stay in its memory. */
const createWorker = ({ node, env }: { node: string; env: NodeJS.ProcessEnv }): Worker => {
  let child: ChildProcess | undefined;
  let left = 0;
  const end = (): void => {
    child?.kill('SIGKILL');
    child = undefined;
  };
  const start = async (): Promise<ChildProcess> => {
    end();
    left = RUNS_PER_PROCESS;
    const options = { cwd: ROOT, env: { ...process.env, ...env }, execPath: node, execArgv: [], silent: true };
    const started = fork(fileURLToPath(new URL('worker.mjs', import.meta.url)), [], options);
    for (const stream of [started.stdout, started.stderr]) stream?.resume();
    const ended = once(started, 'exit').then(() => {
      throw new Error('The process that runs the tests did not start');
    });
    await Promise.race([once(started, 'message'), ended]);
    ended.catch(() => undefined);
    child = started;
    return started;
  };
  return {
    end,
    run: async (path, changed) => {
      const isUsable = child?.connected && left > 0;
      const current = isUsable && child ? child : await start();
      left -= 1;
      const timeout = new AbortController();
      const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
      const answer = once(current, 'message', { signal: timeout.signal }).then(([message]) => message as Answer);
      const ended = once(current, 'exit', { signal: timeout.signal }).then(() => ({ failure: 'the process ended' }));
      current.send({ path: join(ROOT, path), changed });
      const result = await Promise.race([answer, ended]).catch(() => ({ failure: 'the tests did not end' }));
      clearTimeout(timer);
      timeout.abort();
      await Promise.allSettled([answer, ended]);
      if (!('reached' in result)) end();
      return result;
    },
  };
};

/** Runs something for each item, by two processes. */
const inProcesses = async <Item, Result>(
  items: readonly Item[],
  { workers, run }: { workers: readonly Worker[]; run: (item: Item, worker: Worker) => Promise<Result> },
): Promise<Result[]> => {
  const results: Result[] = [];
  const entries = items.entries();
  const work = async (worker: Worker): Promise<void> => {
    for (const [index, item] of entries) results[index] = await run(item, worker);
  };
  await Promise.all(workers.map(work));
  return results;
};

const mutation = async (workers: readonly Worker[]): Promise<number> => {
  const files = await sourceFiles();
  const equivalents: Equivalent[] = JSON.parse(await readFile(new URL('equivalents.json', import.meta.url), 'utf8'));
  const isSame = (one: Equivalent, { file, change }: Mutant): boolean => one.file === file && one.change === change;
  const all = files.flatMap(findMutants);
  const outdated = equivalents.find((each) => files.includes(each.file) && !all.some((mutant) => isSame(each, mutant)));
  if (outdated) throw new Error(`equivalents.json names a mutant that does not exist: ${outdated.file} ${outdated.change}`);
  const mutants: Numbered[] = all
    .filter((mutant) => !equivalents.some((each) => isSame(each, mutant)))
    .map((mutant, index) => ({ ...mutant, index }));
  const mutantsOf = (file: string): Numbered[] => mutants.filter((mutant) => mutant.file === file);
  const instrumented = Object.fromEntries(files.map((file) => [join(ROOT, file), instrument(file, mutantsOf(file))]));

  const candidates = listTests()
    .map((path) => relative(ROOT, path))
    .filter((path) => path.includes(values.tests) && files.some((file) => packageOf(file) === packageOf(path)));
  console.log(`${mutants.length} mutants; looking for those that each of ${candidates.length} test files reaches`);
  const findReached = async (path: string, worker: Worker): Promise<Test> => {
    const startedAt = performance.now();
    const { failure, reached } = await worker.run(path, instrumented);
    if (failure !== null) throw new Error(`${path} fails without a mutant: ${failure}`);
    const source = await readFile(join(ROOT, path), 'utf8');
    return { path, source, reaches: new Set(reached), tookMs: performance.now() - startedAt };
  };
  const tests = await inProcesses(candidates, { workers, run: findReached });

  const describe = ({ file, line, change }: Mutant): string => `${file}:${line} ${change}`;
  const kill = async (mutant: Numbered, worker: Worker): Promise<boolean> => {
    // Those that name the error or are of the same area, and those that reach few mutants, are most likely to fail.
    const error = /Error\('(\w+)'/.exec(mutant.code)?.[1];
    const rankOf = ({ path, source }: Test): number => {
      if (error !== undefined && source.includes(`'${error}'`)) return 0;
      return areaOf(path) === areaOf(mutant.file) || basename(mutant.file).startsWith(areaOf(path)) ? 1 : 2;
    };
    const costOf = ({ reaches, tookMs }: Test): number => reaches.size * tookMs;
    const reaching = tests
      .filter(({ reaches }) => reaches.has(mutant.index))
      .sort((a, b) => rankOf(a) - rankOf(b) || costOf(a) - costOf(b))
      .map(({ path }) => path);
    for (const path of reaching) {
      const { failure } = await worker.run(path, { [join(ROOT, mutant.file)]: mutate(mutant) });
      if (failure === null) continue;
      console.log(`killed    ${describe(mutant)} — ${failure.split('\n', 1)[0]}`);
      return true;
    }
    console.log(`SURVIVED  ${describe(mutant)} — ${reaching.length > 0 ? `${reaching.length} test files` : 'no test reaches it'}`);
    return false;
  };
  const isKilled = await inProcesses(mutants, { workers, run: kill });
  const killed = isKilled.filter(Boolean).length;
  for (const mutant of mutants) if (!isKilled[mutant.index]) console.log(`\nsurvived: ${describe(mutant)}`);
  const percent = mutants.length === 0 ? 100 : (killed / mutants.length) * 100;
  console.log(`\n${killed} of ${mutants.length} killed (${percent.toFixed(1)} %)`);
  return percent;
};

const folder = await mkdtemp(join(tmpdir(), 'stagereel-mutation-'));
const backing = await startBacking({ dir: folder, need: [...DATA_SERVERS, 'mailbox'], isTemporary: true });
const workers: Worker[] = [];
try {
  const env = { ...dataServerUrls(backing), SMTP_URL: backing.mailbox.smtpUrl, MAILBOX_URL: backing.mailbox.url };
  const node = await withReaper(undefined, (reaper) => nodeForTests({ log: console.log, reaper }));
  workers.push(...Array.from({ length: WORKERS }, () => createWorker({ node, env })));
  process.exitCode = (await mutation(workers)) >= Number(values.threshold) ? 0 : 1;
} finally {
  for (const { end } of workers) end();
  await backing.stop();
}
