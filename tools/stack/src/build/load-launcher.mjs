import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Imports the launcher's TypeScript as one file of JavaScript. It is not imported with tsx, which would compile in this process and keep
 * hundreds of megabytes as long as the shop runs; this compiler ends before the function returns.
 * @param {{ isDev: boolean }} input
 * @returns {Promise<{
 *   startStack: typeof import('../start-stack.ts').startStack,
 *   startDevStack: typeof import('../dev/start-dev-stack.ts').startDevStack,
 * }>}
 */
export async function loadLauncher({ isDev }) {
  const { build, stop } = await import('esbuild');
  const src = join(folder, 'src');
  const outfile = join(folder, 'dist', isDev ? 'dev.js' : 'start.js');
  await build({
    entryPoints: [join(src, isDev ? 'dev/start-dev-stack.ts' : 'start-stack.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    // tools/start.mjs has loaded these already.
    external: [join(src, '*.mjs')],
  });
  await stop();
  return await import(outfile);
}
