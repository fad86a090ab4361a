import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contestListSchema } from '@stagereel/contracts';
import { type Measurement, measurePage } from './measure-page.ts';
import { checkOut, repository, startVersion } from './start-version.ts';

const RUNS = 5;
const MAX_MS = 20 * 60_000;
/** The last version before the first load was improved. */
const DEFAULT_BASE = 'ca087ee';

const NAMES = ['lcp', 'fcp', 'cover', 'blocking', 'shift', 'requests', 'bytes'] as const satisfies (keyof Measurement)[];
type Name = (typeof NAMES)[number];
const GOALS: Partial<Record<Name, number>> = { lcp: 1800, cover: 2200, blocking: 300, shift: 0.02 };
const HOME_GOALS: Partial<Record<Name, number>> = { ...GOALS, requests: 20, bytes: 330_000 };

const medianOf = (runs: Measurement[], name: Name): number =>
  runs.map((run) => run[name]).sort((a, b) => a - b)[Math.floor(runs.length / 2)] ?? Number.NaN;
const shown = (name: Name, value: number): string => value.toFixed(name === 'shift' ? 3 : 0).padStart(9);

const orderFormOf = async (gateway: string): Promise<string> => {
  const [contest] = contestListSchema.parse(await (await fetch(new URL('/api/contests', gateway))).json());
  return `/order-form/${encodeURIComponent(contest?.slug ?? '')}`;
};

/** Opens both versions alternately, so that other load on the machine affects them alike. */
const compare = async ({ path, base, current }: { path: (gateway: string) => string; base: string; current: string }) => {
  const runs = { base: [] as Measurement[], current: [] as Measurement[] };
  for (let run = 0; run < RUNS; run += 1) {
    runs.base.push(await measurePage(new URL(path(base), base).href));
    runs.current.push(await measurePage(new URL(path(current), current).href));
  }
  return runs;
};

type Page = { title: string; path: (gateway: string) => string; goals: typeof GOALS };

const tableOf = ({ page, runs }: { page: Page; runs: Awaited<ReturnType<typeof compare>> }): string[] =>
  NAMES.map((name) => {
    const [before, now] = [medianOf(runs.base, name), medianOf(runs.current, name)];
    const goal = page.goals[name];
    const verdict = goal === undefined ? '' : `${shown(name, goal)}  ${now <= goal ? 'reached' : 'MISSED'}`;
    return `${page.title.padEnd(14)} ${name.padEnd(9)} ${shown(name, before)} ${shown(name, now)} ${(now / before).toFixed(2).padStart(6)} ${verdict}`;
  });

const measure = async ({ ref, dir, tree, stops }: { ref: string; dir: string; tree: string; stops: (() => Promise<void>)[] }) => {
  const base = await startVersion({ name: 'base', tree, dir, stops });
  const current = await startVersion({ name: 'current', tree: repository(), dir, stops });
  const forms = new Map([
    [base, await orderFormOf(base)],
    [current, await orderFormOf(current)],
  ]);
  const pages: Page[] = [
    { title: '/', path: () => '/', goals: HOME_GOALS },
    { title: '/order-form/…', path: (gateway: string) => forms.get(gateway) ?? '/', goals: GOALS },
  ];
  const rows: string[] = [];
  for (const page of pages) rows.push(...tableOf({ page, runs: await compare({ path: page.path, base, current }) }));
  console.log(`web: 390 px, 1.6 Mbit/s, 150 ms, processor slowed 4 times, empty cache; median of ${RUNS} runs, ${ref} and now`);
  console.log(`${''.padEnd(24)} ${ref.slice(0, 9).padStart(9)} ${'now'.padStart(9)} ${'ratio'.padStart(6)} ${'goal'.padStart(9)}`);
  console.log(rows.join('\n'));
};

/** Rejects when the benchmark is interrupted or takes too long, so that it still stops what it started. */
const interruption = (): { failed: Promise<never>; forget: () => void } => {
  let timer: NodeJS.Timeout | undefined;
  const failed = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The benchmark took longer than ${MAX_MS / 60_000} minutes`)), MAX_MS);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => reject(new Error('Interrupted')));
  });
  return { failed, forget: () => clearTimeout(timer) };
};

/** Measures the first load of the two pages that visitors open first, next to an earlier version: `--base <ref>`. */
export const benchWeb = async (base = DEFAULT_BASE): Promise<void> => {
  const dir = await mkdtemp(join(tmpdir(), 'stagereel-bench-'));
  const stops: (() => Promise<void>)[] = [];
  const { failed, forget } = interruption();
  try {
    const { tree, remove } = checkOut({ ref: base, dir });
    try {
      await Promise.race([failed, measure({ ref: base, dir, tree, stops })]);
    } finally {
      await Promise.all(stops.map((stop) => stop()));
      remove();
    }
  } finally {
    forget();
    await rm(dir, { recursive: true, force: true });
  }
};
