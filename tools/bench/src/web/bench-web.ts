import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { contestListSchema } from '@stagereel/contracts';
import { type Measurement, measurePage } from './measure-page.ts';
import { checkOut, repository, startVersion } from './start-version.ts';

const RUNS = 5;
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

/** Measures the first load of the two pages that visitors open first, next to an earlier version: `--base <ref>`. */
export const benchWeb = async (): Promise<void> => {
  const { values } = parseArgs({ args: process.argv.slice(3), options: { base: { type: 'string', default: DEFAULT_BASE } } });
  const dir = await mkdtemp(join(tmpdir(), 'stagereel-bench-'));
  const checkedOut = checkOut({ ref: values.base, dir });
  const stops: (() => Promise<void>)[] = [];
  try {
    const base = await startVersion({ name: 'base', tree: checkedOut.tree, dir });
    stops.push(base.stop);
    const current = await startVersion({ name: 'current', tree: repository(), dir });
    stops.push(current.stop);
    const forms = new Map([
      [base.gateway, await orderFormOf(base.gateway)],
      [current.gateway, await orderFormOf(current.gateway)],
    ]);
    const pages = [
      { title: '/', path: () => '/', goals: HOME_GOALS },
      { title: '/order-form/…', path: (gateway: string) => forms.get(gateway) ?? '/', goals: GOALS },
    ];
    console.log(`web: 390 px, 1.6 Mbit/s, 150 ms, processor slowed 4 times, empty cache; median of ${RUNS} runs, ${values.base} and now`);
    for (const { title, path, goals } of pages) {
      const runs = await compare({ path, base: base.gateway, current: current.gateway });
      console.log(`\n${title}`);
      for (const name of NAMES) {
        const [before, now] = [medianOf(runs.base, name), medianOf(runs.current, name)];
        const goal = goals[name];
        const verdict = goal === undefined ? '' : ` (goal: at most ${goal}) ${now <= goal ? 'reached' : 'MISSED'}`;
        console.log(`  ${name.padEnd(9)} ${shown(name, before)} ${shown(name, now)}  ratio ${(now / before).toFixed(2)}${verdict}`);
      }
    }
  } finally {
    await Promise.all(stops.map((stop) => stop()));
    checkedOut.remove();
    await rm(dir, { recursive: true, force: true });
  }
};
