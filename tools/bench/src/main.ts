import { benchGateway } from './gateway/bench-gateway.ts';
import { missedGoals } from './kit/report.ts';
import { benchGrowth } from './lists/growth.ts';
import { benchOrderList } from './lists/order-list.ts';
import { benchMails } from './mails/bench-mails.ts';
import { benchMedia } from './media/bench-media.ts';
import { benchOrders } from './orders/bench-orders.ts';
import { benchStart } from './start/bench-start.ts';
import { benchWeb } from './web/bench-web.ts';

const benchLists = async (): Promise<void> => {
  await benchOrderList();
  await benchGrowth();
};

const all = { gateway: benchGateway, orders: benchOrders, mails: benchMails, lists: benchLists, start: benchStart, media: benchMedia };
/** `web` is not part of `all`: it builds an older version, too. */
const benchmarks: Readonly<Record<string, () => Promise<void>>> = { ...all, web: benchWeb };

const name = process.argv[2] ?? '';
const runs = name === 'all' ? Object.values(all) : [benchmarks[name]];
if (runs.every((run) => run !== undefined)) {
  for (const run of runs) await run();
  if (missedGoals() > 0) console.log(`\n${missedGoals()} goals were missed.`);
} else {
  console.error(`Usage: npm run bench -- <${[...Object.keys(benchmarks), 'all'].join(' | ')}>`);
  process.exitCode = 2;
}
