import { cpus, loadavg } from 'node:os';
import { benchGateway } from './gateway.ts';
import { benchOrders } from './orders.ts';

const BENCHMARKS: Readonly<Record<string, () => Promise<void>>> = { gateway: benchGateway, orders: benchOrders };

const [name = ''] = process.argv.slice(2);
const run = BENCHMARKS[name];
if (!run) {
  console.error(`Usage: npm run bench -- <${Object.keys(BENCHMARKS).join(' | ')}>`);
  process.exitCode = 2;
} else {
  const load = (): string => `load average ${loadavg()[0]?.toFixed(1)}`;
  console.log(`${name}: Node.js ${process.versions.node}, ${cpus().length} processors, ${load()}`);
  await run();
  console.log(load());
}
