import { benchMedia } from './media/bench-media.ts';
import { benchOrders } from './orders/bench-orders.ts';
import { benchWeb } from './web/bench-web.ts';

const benchmarks: Record<string, () => Promise<void>> = { media: benchMedia, orders: benchOrders, web: benchWeb };

const name = process.argv[2] ?? '';
const run = benchmarks[name];
if (run) await run();
else {
  console.error(`Usage: npm run bench -- <${Object.keys(benchmarks).join(' | ')}>`);
  process.exitCode = 2;
}
