import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rolldown } from 'vite';
import { pureContracts } from './pure-contracts.ts';

type Server = typeof import('../src/app/prerender.tsx');
export type BuiltChunk = Pick<Rolldown.OutputChunk, 'fileName' | 'isEntry' | 'facadeModuleId' | 'imports' | 'dynamicImports'> & {
  modules: readonly string[];
};
export type ServerBuild = { chunks: readonly BuiltChunk[]; load: () => Promise<Server>; remove: () => Promise<void> };

const collectChunks = (chunks: BuiltChunk[]): Plugin => ({
  name: 'stagereel:collect-chunks',
  generateBundle(_options, bundle) {
    for (const output of Object.values(bundle)) {
      if (output.type !== 'chunk') continue;
      const { fileName, isEntry, facadeModuleId, imports, dynamicImports, modules } = output;
      chunks.push({ fileName, isEntry, facadeModuleId, imports, dynamicImports, modules: Object.keys(modules) });
    }
  },
});

const CUSTOMER_PAGE = /\/src\/app\/routes\/[^/]+\.tsx$/u;

/** The modules that a page loads, with those that every page loads. */
const modulesOf = (chunks: readonly BuiltChunk[], page: BuiltChunk): Set<string> => {
  const modules = new Set<string>();
  const visit = (chunk: BuiltChunk | undefined, seen: Set<BuiltChunk>): void => {
    if (!chunk || seen.has(chunk)) return;
    seen.add(chunk);
    for (const id of chunk.modules) modules.add(id);
    for (const name of chunk.imports)
      visit(
        chunks.find(({ fileName }) => fileName === name),
        seen,
      );
  };
  visit(page, new Set());
  return modules;
};

/** What one of the pages that visitors open first shares with another page. */
export const sharedModules = (chunks: readonly BuiltChunk[], firstPages: readonly string[]): Set<string> => {
  const pages = chunks.filter(({ facadeModuleId }) => CUSTOMER_PAGE.test(facadeModuleId ?? ''));
  const isFirst = ({ facadeModuleId }: BuiltChunk) => firstPages.some((module) => facadeModuleId?.endsWith(module));
  const loaded = pages.map((page) => ({ isFirst: isFirst(page), modules: modulesOf(chunks, page) }));
  const isShared = (id: string) => loaded.filter(({ modules }) => modules.has(id)).length > 1;
  return new Set(loaded.flatMap((page) => (page.isFirst ? [...page.modules].filter(isShared) : [])));
};

/** What a page loads after itself, with its dynamic imports: `own` modules, and those that another customer's page loads `atOnce`. */
export const laterModules = (chunks: readonly BuiltChunk[], page: string): { own: Set<string>; atOnce: Set<string> } => {
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(page));
  if (!chunk) throw new Error(`${page} is not a chunk`);
  const pages = chunks.filter(({ facadeModuleId }) => CUSTOMER_PAGE.test(facadeModuleId ?? ''));
  const atOnce = new Set(pages.flatMap((each) => [...modulesOf(chunks, each)]));
  const first = modulesOf(chunks, chunk);
  const later = chunk.dynamicImports.flatMap((name) => chunks.filter(({ fileName }) => fileName === name));
  const modules = later.flatMap((each) => [...modulesOf(chunks, each)]).filter((id) => !first.has(id));
  return { own: new Set(modules.filter((id) => !atOnce.has(id))), atOnce: new Set(modules.filter((id) => atOnce.has(id))) };
};

/** Builds the app so that Node can render its pages. Below the app's folder, where Node finds the packages. */
export const buildForServer = async (root: string): Promise<ServerBuild> => {
  const outDir = join(root, '.cache', `server-${randomUUID()}`);
  const chunks: BuiltChunk[] = [];
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [pureContracts(), react(), collectChunks(chunks)],
    // Part of the build, so that unused components are known.
    ssr: { noExternal: [/^@mantine\//, /^@stagereel\//, /^@tabler\//] },
    build: { ssr: 'src/app/prerender.tsx', outDir, assetsInlineLimit: 0, rolldownOptions: { output: { entryFileNames: '[name].js' } } },
  });
  return {
    chunks,
    load: () => import(pathToFileURL(join(outDir, 'prerender.js')).href),
    remove: () => rm(outDir, { recursive: true, force: true }),
  };
};
