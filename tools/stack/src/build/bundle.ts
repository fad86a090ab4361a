import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type BuildOptions, build, context, formatMessages, type OutputFile, type Plugin } from 'esbuild';
import { runAtBuild } from './run-at-build.ts';

/** Programs that are bundled together. `sources` maps the name of each bundle in `outDir`, without `.js`, to the path of its source file. */
export type Programs = { sources: Record<string, string>; outDir: string };

/** The sources of a program that begins with the functions that V8 compiled at an earlier start. */
export const startedFromCodeCache = (main: string): Programs['sources'] => ({
  main: join(import.meta.dirname, 'start-bundle.ts'),
  'main.bundle': main,
});

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

/** Strict mode, as in ES modules, and a replacement for `import.meta.url`, which CommonJS lacks. */
const FIRST_LINE = "'use strict';const bundleUrl = require('node:url').pathToFileURL(__filename).href;";

/**
 * Bundles the TypeScript of each program and the packages that it uses into one file that Node runs: one file is read and compiled in
 * half of the time that Node needs to find and load a thousand. The file is CommonJS: only for scripts can V8 cache the functions called so far
 * (see `start-bundle.ts`), and an `import` of `node:http` would load all of `fetch`, because Node then reads every export.
 */
export async function bundle(programs: Programs): Promise<void> {
  const { outputFiles = [] } = await build(optionsFor(programs));
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
  const common = {
    outdir: outDir,
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'silent',
  } satisfies BuildOptions;
  return {
    ...common,
    entryPoints: sources,
    external: STAY_OUTSIDE,
    banner: { js: FIRST_LINE },
    define: { 'import.meta.url': 'bundleUrl' },
    supported: { 'dynamic-import': false },
    // As Node chooses between the forms of a package.
    conditions: [],
    // The source text stays in memory. Names stay as they are, for stack traces.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    sourcemap: 'linked',
    sourcesContent: false,
    // The first plugin that returns contents loads the file, so runAtBuild comes before sourcesAreAscii.
    plugins: [
      packagesHaveShortMaps,
      unusedModulesAreEmpty,
      runAtBuild({ ...common, format: 'esm', plugins: [registryPackagesStayOutside] }),
      sourcesAreAscii,
    ],
  } satisfies BuildOptions;
}

/** Writes each file under another name first, so that a program that starts in the meantime never reads half a file. */
function write({ outputFiles, outDir }: Pick<Programs, 'outDir'> & { outputFiles: readonly OutputFile[] }): void {
  const manifest = { path: join(outDir, 'package.json'), contents: JSON.stringify({ type: 'commonjs' }) };
  for (const { path, contents } of [manifest, ...outputFiles]) {
    mkdirSync(dirname(path), { recursive: true });
    const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
    writeFileSync(draft, contents);
    renameSync(draft, path);
  }
}

/**
 * One character beyond Latin-1 makes V8 keep the whole source text with two bytes per character: 5 MiB more per bundle. esbuild escapes such characters in
 * strings, but not in regular expressions.
 */
const sourcesAreAscii: Plugin = {
  name: 'sources-are-ascii',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (path.includes('/node_modules/')) return undefined;
      const source = await readFile(path, 'utf8');
      return { contents: source.replace(/[^\0-\x7f]/g, escapeCharacter), loader: 'ts' };
    });
  },
};

const escapeCharacter = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Names the file and maps only its first character. */
const shortestMap = (path: string): string => {
  const map = JSON.stringify({ version: 3, sources: [basename(path)], mappings: 'AAAA' });
  return `//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString('base64')}`;
};

/**
 * Keeps the source maps small, because a service reads its map when it logs a stack trace: a frame in a package names the file without the line.
 * https://esbuild.github.io/api/#source-maps-node-modules
 */
const packagesHaveShortMaps: Plugin = {
  name: 'packages-have-short-maps',
  setup({ onLoad }) {
    onLoad({ filter: /\/node_modules\/.*\.[cm]?js$/ }, async ({ path }) => ({
      contents: `${await readFile(path, 'utf8')}\n${shortestMap(path)}`,
    }));
  },
};

/** Modules that packages load although no service uses them. */
const UNUSED = [
  // For exemplars, which are off: 1 MB per service.
  { path: '@opentelemetry/api', importer: '/prom-client/' },
  // It asks for the global `Headers`, so Node loads its own `fetch`: 3 MiB in the gateway.
  { path: './lib/web/cookies', importer: '/undici/index.js' },
  // All connections use HTTP/1.1. Loading it takes 7 to 19 ms at each start.
  { path: 'node:http2', importer: '/fastify/' },
  { path: 'node:http2', importer: '/undici/' },
];
/** What packages read from an unused module while they load. */
const EXPORTS: Record<string, string> = { 'node:http2': 'exports.constants = {};' };
const unusedModulesAreEmpty: Plugin = {
  name: 'unused-modules-are-empty',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@opentelemetry\/api$|\/cookies$|^node:http2$/ }, (wanted) =>
      UNUSED.some(({ path, importer }) => wanted.path === path && wanted.importer.includes(importer))
        ? { path: wanted.path, namespace: 'empty' }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'empty' }, ({ path }) => ({ contents: EXPORTS[path] ?? '' }));
  },
};

const registryPackagesStayOutside: Plugin = {
  name: 'registry-packages-stay-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      if (kind === 'entry-point' || path.startsWith('@stagereel/')) return undefined;
      return { path, external: true };
    });
  },
};
