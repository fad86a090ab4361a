import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';

/**
 * Bundles a program's TypeScript and the project's own packages into one file that Node runs; packages from the registry
 * stay outside. Written under another name first, so that a program that starts meanwhile never reads half a file.
 */
export async function bundleProgram({ entry, outFile }: { entry: string; outFile: string }): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    outfile: outFile,
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'linked',
    logLevel: 'silent',
    plugins: [registryPackagesStayOutside],
  });
  mkdirSync(dirname(outFile), { recursive: true });
  for (const { path, contents } of outputFiles) {
    const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
    writeFileSync(draft, contents);
    renameSync(draft, path);
  }
}

const registryPackagesStayOutside: Plugin = {
  name: 'registry-packages-stay-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      if (kind === 'entry-point' || path.startsWith('@stagereel/')) return undefined;
      return { path, external: true };
    });
  },
};
