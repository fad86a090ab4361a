import { drawAhead, seed, seedSeason } from './index.ts';

// `draw` draws the media of the demo contests; `seed` and `season` fill the shop that SEED_SHOP describes, in JSON. tools/start.mjs runs each
// step as a process, so that its memory is free again once the shop is open.
const shop = JSON.parse(process.env['SEED_SHOP'] ?? '{}');
const log = (line: string): void => console.log(line);
const steps: Record<string, () => Promise<void>> = {
  draw: drawAhead,
  seed: () => seed({ ...shop, log }),
  season: () => seedSeason({ ...shop, log }),
};

try {
  await steps[process.argv[2] ?? 'seed']?.();
} catch (error) {
  // `fetch` puts the reason into the cause of its error.
  const { message, cause } = Object(error) as { message?: string; cause?: { code?: string; message?: string } };
  const detail = cause?.code ?? cause?.message;
  console.error((message ?? String(error)) + (detail ? ` (${detail})` : ''));
  process.exitCode = 1;
}
