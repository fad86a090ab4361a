import { benchMedia } from './media/bench-media.ts';

const benches: Record<string, () => Promise<void>> = { media: benchMedia };

const name = process.argv[2] ?? '';
const bench = benches[name];
if (bench) await bench();
else {
  console.error(`npm run bench -- <${Object.keys(benches).join(' | ')}>`);
  process.exitCode = 2;
}
