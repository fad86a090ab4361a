import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build, type Plugin } from 'esbuild';

/**
 * Runs each file `x.compiled.ts` or `.tsx` during the build, and puts what it exports into the bundle as JSON. So the program needs neither
 * the time nor the packages to compute it.
 */
export const runAtBuild = (options: BuildOptions): Plugin => ({
  name: 'run-at-build',
  setup({ onLoad }) {
    onLoad({ filter: /\.compiled\.tsx?$/ }, async ({ path }) => {
      const { outputFiles, metafile } = await build({ ...options, entryPoints: [path], metafile: true, write: false, sourcemap: false });
      // Beside its source, where its packages are found.
      const draft = join(dirname(path), `.${randomUUID()}.mjs`);
      try {
        for (const { text } of outputFiles) writeFileSync(draft, text);
        const exported: Record<string, unknown> = await import(pathToFileURL(draft).href);
        const lines = Object.entries(exported).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
        return { contents: lines.join('\n'), loader: 'js', watchFiles: Object.keys(metafile.inputs).map((file) => resolve(file)) };
      } finally {
        rmSync(draft, { force: true });
      }
    });
  },
});
