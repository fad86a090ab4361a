import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { benchGateway } from './gateway/bench-gateway.ts';
import { compareRuns } from './kit/compare-runs.ts';
import { type Figure, takeFigures } from './kit/report.ts';
import { benchGrowth } from './lists/growth.ts';
import { benchOrderList } from './lists/order-list.ts';
import { benchMails } from './mails/bench-mails.ts';
import { benchMedia } from './media/bench-media.ts';
import { benchOrders } from './orders/bench-orders.ts';
import { benchStart } from './start/bench-start.ts';
import { benchWeb } from './web/bench-web.ts';

type Benchmark = { name: string; run: () => Promise<void> };

const all: readonly Benchmark[] = [
  { name: 'gateway', run: benchGateway },
  { name: 'orders', run: benchOrders },
  { name: 'mails', run: benchMails },
  { name: 'lists', run: benchGrowth },
  { name: 'lists', run: benchOrderList },
  { name: 'start', run: benchStart },
  { name: 'media', run: benchMedia },
];

const OPTIONS = { runs: { type: 'string', default: '1' }, base: { type: 'string' } } as const;
const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
const [name = ''] = positionals;
const runCount = Number(values.runs);
/** `web` is not part of `all`: it builds an older version, too. */
const benchmarks: readonly Benchmark[] = [...all, { name: 'web', run: () => benchWeb(values.base) }];
const chosen = name === 'all' ? all : benchmarks.filter((each) => each.name === name);

const load = (): string => `load average ${loadavg()[0]?.toFixed(1)}`;
const failures: string[] = [];

/** Runs a benchmark. Its failure, such as a program that is not installed, does not end the others. */
const runBenchmark = async ({ name: title, run }: Benchmark): Promise<Figure[]> => {
  const started = performance.now();
  console.log(`\n== ${title}: Node.js ${process.versions.node} for benchmark and services, ${cpus().length} processors, ${load()}`);
  try {
    await run();
  } catch (error) {
    console.error(error);
    failures.push(title);
  }
  console.log(`\n  ${title} took ${Math.round((performance.now() - started) / 1000)} s; ${load()}`);
  return takeFigures().map((figure) => ({ ...figure, section: `${title}: ${figure.section}` }));
};

if (chosen.length === 0 || !Number.isInteger(runCount) || runCount < 1) {
  const names = [...new Set(benchmarks.map((each) => each.name)), 'all'];
  console.error(`Usage: npm run bench -- <${names.join(' | ')}> [--runs 3]`);
  process.exitCode = 2;
} else {
  const runs: Figure[][] = [];
  for (let run = 0; run < runCount; run += 1) {
    const figures: Figure[] = [];
    for (const each of chosen) figures.push(...(await runBenchmark(each)));
    runs.push(figures);
  }
  if (runCount > 1) console.log(`\n${compareRuns(runs)}`);
  const missed = runs.flat().filter(({ isReached }) => !isReached).length;
  if (missed > 0) console.log(`\n${missed} goals were missed.`);
  if (failures.length > 0) console.error(`\nFailed: ${failures.join(', ')}`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}
