import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type BuildOptions, build, context, formatMessages, type OutputFile, type Plugin } from 'esbuild';

/** Programs that are bundled together. `sources` maps the name of each bundle in `outDir`, without `.js`, to the path of its source file. */
export type Programs = { sources: Record<string, string>; outDir: string };

/** Packages with compiled programs or files of their own, which they look up in their folder; and those of tracing, which are seldom loaded. */
export const STAY_OUTSIDE = [
  'sharp',
  '@node-rs/argon2',
  'swagger-ui-dist',
  '@opentelemetry/api',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-node',
];

/** CommonJS packages expect these, but an ES module does not have them. */
const COMMON_JS = [
  "import { createRequire as bundleRequire } from 'node:module';",
  'const require = bundleRequire(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;',
].join('');

/**
 * Bundles the TypeScript of each program and the packages that it uses into one file that Node runs: one file is read and compiled in
 * half of the time that Node needs to find and load a thousand.
 */
export async function bundle(programs: Programs): Promise<void> {
  const { outputFiles = [] } = await build(optionsFor(programs));
  write({ outputFiles, ...programs });
}

/** Bundles a script that a browser loads. */
export async function bundleForBrowser(programs: Programs): Promise<void> {
  const { outputFiles } = await build({
    ...optionsFor(programs),
    platform: 'browser',
    format: 'iife',
    banner: {},
    sourcemap: false,
    plugins: [],
  });
  write({ outputFiles, ...programs });
}

type WatchInput = { onChange: () => void; onError: (message: string) => void };

/**
 * Bundles like `bundle`, and again after each change of a source. Throws when the first build fails; later failures go to
 * `onError`. Resolves after the first build with the function that ends the watching.
 */
export async function bundleOnChange(programs: Programs, { onChange, onError }: WatchInput): Promise<() => Promise<void>> {
  const options = optionsFor(programs);
  const firstBuild = new EventEmitter();
  let isBuilt = false;
  const report: Plugin = {
    name: 'report',
    setup({ onEnd }) {
      onEnd(async ({ errors, outputFiles = [] }) => {
        const failure = errors.length > 0 ? (await formatMessages(errors, { kind: 'error' })).join('\n').trim() : undefined;
        if (failure === undefined) write({ outputFiles, ...programs });
        if (!isBuilt) firstBuild.emit('end', failure);
        else if (failure === undefined) onChange();
        else onError(failure);
        isBuilt = true;
      });
    },
  };
  const watcher = await context({ ...options, plugins: [...options.plugins, report] });
  const ended = once(firstBuild, 'end');
  await watcher.watch();
  const [failure] = await ended;
  if (failure === undefined) return () => watcher.dispose();
  await watcher.dispose();
  throw new Error(failure);
}

function optionsFor({ sources, outDir }: Programs) {
  return {
    entryPoints: sources,
    outdir: outDir,
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
    external: STAY_OUTSIDE,
    banner: { js: COMMON_JS },
    // The source text stays in memory. Names stay as they are, for stack traces.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    sourcemap: 'linked',
    sourcesContent: false,
    plugins: [packagesHaveNoMaps],
  } satisfies BuildOptions;
}

/**
 * A frame in a package names the file without the line. Otherwise, the source map of a service would take 80 MiB of memory as soon as Node reads it.
 * https://esbuild.github.io/api/#source-maps-node-modules
 */
const packagesHaveNoMaps: Plugin = {
  name: 'packages-have-no-maps',
  setup({ onLoad }) {
    onLoad({ filter: /\/node_modules\/.*\.([cm]?js|json)$/ }, async ({ path }) => {
      const map = Buffer.from(JSON.stringify({ version: 3, sources: [basename(path)], mappings: 'AAAA' })).toString('base64');
      // What is not in the first line has no place in the map: here the whole data, which no frame is in.
      const start = path.endsWith('.json') ? '\nmodule.exports = ' : '';
      return { contents: `${start}${await readFile(path, 'utf8')}\n//# sourceMappingURL=data:application/json;base64,${map}` };
    });
  },
};

/** Writes each file under another name first, so that a program that starts in the meantime never reads half a file. */
function write({ outputFiles, outDir }: Pick<Programs, 'outDir'> & { outputFiles: readonly OutputFile[] }): void {
  // An image contains this folder alone, without the package.json above it.
  const manifest = { path: join(outDir, 'package.json'), contents: JSON.stringify({ type: 'module' }) };
  for (const { path, contents } of [manifest, ...outputFiles]) {
    mkdirSync(dirname(path), { recursive: true });
    const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
    writeFileSync(draft, contents);
    renameSync(draft, path);
  }
}
