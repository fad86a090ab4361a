import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest, Plugin } from 'vite';
import { mantineStyles } from './mantine-styles.ts';
import { buildForServer, laterModules, type ServerBuild, sharedModules } from './server-build.ts';
import { writeCompressed } from './write-compressed.ts';

const ORDER_FORM = 'src/app/routes/order-form.tsx';

/** The prerendered pages: their file, an address to render, the pattern of the addresses that the file serves, and the page's module. */
const PAGES = [
  { file: 'index.html', address: '/', pattern: '/', module: 'src/app/routes/home.tsx' },
  { file: 'order-form.html', address: '/order-form/-', pattern: '/order-form/:contestSlug', module: ORDER_FORM },
] as const;

const withImports = ({ manifest, key, found = new Set() }: { manifest: Manifest; key: string; found?: Set<string> }): Set<string> => {
  const chunk = manifest[key];
  if (!chunk || found.has(key)) return found;
  found.add(key);
  for (const imported of chunk.imports ?? []) withImports({ manifest, key: imported, found });
  return found;
};

/** The code and the styles of a page beyond those that every page loads. */
const ownFiles = ({ manifest, module }: { manifest: Manifest; module: string }): { scripts: string[]; styles: string[] } => {
  const loaded = withImports({ manifest, key: 'index.html' });
  const chunks = [...withImports({ manifest, key: module })].filter((key) => !loaded.has(key)).flatMap((key) => manifest[key] ?? []);
  return { scripts: chunks.map(({ file }) => file), styles: [...new Set(chunks.flatMap(({ css = [] }) => css))] };
};

/** React puts elements of the head before the content where it renders no head. */
const HEAD_ELEMENTS = /^(<link [^>]*>)+/u;
const STYLESHEET = /[ \t]*<link rel="stylesheet"[^>]*>\n?/gu;

/** Writes the pages into the folder of a finished build. */
const writePages = async ({ outDir, server }: { outDir: string; server: ServerBuild }): Promise<void> => {
  const { prerender, INLINE_SCRIPTS } = await server.load();
  const manifest: Manifest = JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8'));
  const built = await readFile(join(outDir, 'index.html'), 'utf8');
  const scripts = INLINE_SCRIPTS.map((script) => `\n    <script>${script}</script>`).join('');
  const shell = built.replace('<meta charset="utf-8" />', (charset) => `${charset}${scripts}`);
  await writeFile(join(outDir, 'app.html'), shell);
  for (const { file, address, pattern, module } of PAGES) {
    const rendered = await prerender(address).catch((error: unknown) => {
      throw new Error(`${file}: the page ${address} cannot be prerendered. A page must render without a browser (see ADR 26).`, {
        cause: error,
      });
    });
    const [headElements = ''] = HEAD_ELEMENTS.exec(rendered) ?? [];
    const content = rendered.slice(headElements.length);
    const { scripts, styles } = ownFiles({ manifest, module });
    const entryStyles = [...shell.matchAll(STYLESHEET)].flatMap(([link]) => /href="\/([^"]+)"/u.exec(link)?.[1] ?? []);
    const css = await Promise.all([...entryStyles, ...styles].map((name) => readFile(join(outDir, name), 'utf8')));
    // Not loaded, because its rules are in the page already; the code that loads a page's styles finds it and does not load them either.
    const inlined = [...entryStyles, ...styles].map((name) => `    <link rel="stylesheet" disabled href="/${name}">\n`).join('');
    const preloads = scripts.map((name) => `    <link rel="modulepreload" crossorigin href="/${name}">\n`).join('');
    const html = shell
      .replace(STYLESHEET, '')
      .replace('    <!--head-->', (marker) => `    <style>${css.join('')}</style>\n    ${headElements}\n${inlined}${preloads}${marker}`)
      .replace('<div id="root"></div>', () => `<div id="root" data-page="${pattern}">${content}</div>`);
    if (!html.includes(content)) throw new Error(`${file}: index.html has no empty #root element`);
    await writeFile(join(outDir, file), html);
  }
};

/** What every page needs and no release of the shop changes: one file that stays in the browser's cache. */
const FRAMEWORK = /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack\/(query-core|react-query))\//u;

/** Dialogs, menus and lists, which several pages load later. */
const MANTINE = /node_modules\/@mantine\//u;

/** Renders the pages that visitors open first at build time; the browser hydrates them. */
export const pages = (): Plugin[] => {
  let root = '';
  let outDir = '';
  let building: Promise<ServerBuild> | undefined;
  let shared: ReadonlySet<string> = new Set();
  let later: ReturnType<typeof laterModules> = { own: new Set(), atOnce: new Set() };
  const chunksOf = async () => {
    building ??= buildForServer(root);
    const { chunks } = await building;
    shared = sharedModules(
      chunks,
      PAGES.map(({ module }) => module),
    );
    later = laterModules(chunks, ORDER_FORM);
    return chunks;
  };
  /** Few files, because each costs a request, and a slow network has few at a time. */
  const groups = [
    { name: 'framework', test: FRAMEWORK, priority: 3 },
    { name: 'app', tags: ['$initial' as const], priority: 2 },
    // Without the imports that tree shaking drops, such as zod.
    { name: 'shop', test: (id: string) => shared.has(id) || later.atOnce.has(id), priority: 1, includeDependenciesRecursively: false },
    { name: 'overlays', test: (id: string) => MANTINE.test(id) && later.own.has(id), includeDependenciesRecursively: false },
    { name: 'order-form-later', test: (id: string) => !MANTINE.test(id) && later.own.has(id), includeDependenciesRecursively: false },
  ];
  return [
    mantineStyles(chunksOf),
    {
      name: 'stagereel:pages',
      apply: 'build',
      config: () => ({ build: { rolldownOptions: { output: { codeSplitting: { groups } } } } }),
      configResolved: (config) => {
        root = config.root;
        outDir = join(config.root, config.build.outDir);
        if (config.build.outDir.startsWith('/')) outDir = config.build.outDir;
      },
      closeBundle: {
        sequential: true,
        async handler(error) {
          const server = await building;
          try {
            if (error || !server) return;
            await writePages({ outDir, server });
            await writeCompressed(outDir);
          } finally {
            await server?.remove();
          }
        },
      },
    },
  ];
};
