import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import type { BuiltChunk } from './server-build.ts';

const readStyles = (name: string): string => readFileSync(fileURLToPath(import.meta.resolve(`@mantine/core/${name}`)), 'utf8');

/** Styles that belong to no component, in Mantine's order. */
const BASE = ['baseline', 'default-css-variables', 'global'];
/** Each component with styles imports such a module. The bundler puts its constants into the component, so only the source shows it. */
const CLASS_NAMES = /\/([^/"]+)\.module\.mjs"/gu;
const MANTINE = /\/@mantine\/core\/esm\/.+\.mjs$/u;
const BACK_OFFICE = /\/src\/app\/(routes\/admin\/|layouts\/admin-)/u;

type Chunks = readonly BuiltChunk[];

/** The code that a visitor of the shop, or of the shop and the back office, can load. */
const loadedModules = ({ chunks, withBackOffice }: { chunks: Chunks; withBackOffice: boolean }): Set<string> => {
  const modules = new Set<string>();
  const seen = new Set<BuiltChunk>();
  const visit = (chunk: BuiltChunk | undefined): void => {
    if (!chunk || seen.has(chunk) || (!withBackOffice && BACK_OFFICE.test(chunk.facadeModuleId ?? ''))) return;
    seen.add(chunk);
    for (const id of chunk.modules) modules.add(id);
    for (const name of [...chunk.imports, ...chunk.dynamicImports]) visit(chunks.find(({ fileName }) => fileName === name));
  };
  for (const chunk of chunks.filter(({ isEntry }) => isEntry)) visit(chunk);
  return modules;
};

const stylesIn = (modules: ReadonlySet<string>): string[] =>
  [...modules]
    .filter((id) => MANTINE.test(id))
    .flatMap((id) => [...readFileSync(id, 'utf8').matchAll(CLASS_NAMES)].flatMap(([, name]) => name ?? []));

/** The styles of the components that a built app uses, in the order that Mantine's own file has, on which they depend. */
const stylesOf = (chunks: Chunks): { customer: string; backOffice: string } => {
  const whole = readStyles('styles.css');
  const inOrder = (names: Iterable<string>): string =>
    [...names]
      .map((name) => readStyles(`styles/${name}.css`))
      .map((css) => ({ css, at: whole.indexOf(css.trim().slice(0, 300)) }))
      .sort((a, b) => a.at - b.at)
      .map(({ css }) => css)
      .join('\n');
  const customer = new Set([...BASE, ...stylesIn(loadedModules({ chunks, withBackOffice: false }))]);
  const all = new Set(stylesIn(loadedModules({ chunks, withBackOffice: true })));
  return { customer: inOrder(customer), backOffice: inOrder([...all].filter((name) => !customer.has(name))) };
};

/**
 * Replaces `styles/mantine.css` and `styles/mantine-back-office.css` by the styles of the components in use: all of Mantine's styles would be three
 * times as large. `chunksOf` returns the chunks of the app as built for the server.
 */
export const mantineStyles = (chunksOf: () => Promise<Chunks>): Plugin => ({
  name: 'stagereel:mantine-styles',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /\/src\/styles\/mantine(-back-office)?\.css$/u },
    async handler(id) {
      const { customer, backOffice } = stylesOf(await chunksOf());
      return basename(id) === 'mantine.css' ? customer : backOffice;
    },
  },
});
