import { missedGoals } from './kit/report.ts';
import { benchGrowth } from './lists/growth.ts';
import { benchOrderList } from './lists/order-list.ts';
import { benchMedia } from './media/bench-media.ts';
import { benchWeb } from './web/bench-web.ts';

const benchLists = async (): Promise<void> => {
  await benchOrderList();
  await benchGrowth();
};

const benchmarks: Record<string, () => Promise<void>> = { media: benchMedia, lists: benchLists, web: benchWeb };
/** `web` is not among them: it builds an older version, too. */
const ALL = ['lists', 'media'];

const name = process.argv[2] ?? '';
const runs = name === 'all' ? ALL.map((each) => benchmarks[each]) : [benchmarks[name]];
if (runs.every((run) => run !== undefined)) {
  for (const run of runs) await run();
  if (missedGoals() > 0) console.log(`\n${missedGoals()} goals were missed.`);
} else {
  console.error(`Usage: npm run bench -- <${[...Object.keys(benchmarks), 'all'].join(' | ')}>`);
  process.exitCode = 2;
}
