import { benchMedia } from './media/bench-media.ts';

const benchmarks: Record<string, () => Promise<void>> = { media: benchMedia };

const name = process.argv[2] ?? '';
const run = benchmarks[name];
if (run) await run();
else {
  console.error(`Usage: npm run bench -- <${Object.keys(benchmarks).join(' | ')}>`);
  process.exitCode = 2;
}
