import { readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { ConfigError, ENCODINGS } from '@stagereel/service-kit';
import { SUFFIX } from './encodings.ts';
import { prepareStaticFile, type StaticFile } from './static-file.ts';

/** The HTML of the pages that the web build writes: of the home page, of the order forms, and of every other screen. */
export type WebTemplates = { home: string; orderForm: string; app: string };
/** The built web app: its pages, and its other files by URL path. */
export type WebFiles = { templates: WebTemplates; byPath: ReadonlyMap<string, StaticFile> };

export const ASSETS = '/assets/';

/** Names under /assets/ contain a hash of the content; other files can change under the same name. */
const cacheControlOf = (path: string): string => (path.startsWith(ASSETS) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');

const isPrecompressed = (path: string): boolean => ENCODINGS.some((encoding) => path.endsWith(SUFFIX[encoding]));
const isPage = (path: string): boolean => /^\/[^/]+\.html$/.test(path);
/** The build writes metadata into hidden folders (.vite/manifest.json). */
const isHidden = (path: string): boolean => path.includes('/.');

const readFolder = async (root: string): Promise<Map<string, Buffer>> => {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const read = async (file: string) => [`/${relative(root, file).split(sep).join('/')}`, await readFile(file)] as const;
  return new Map(await Promise.all(files.map(read)));
};

const precompressedOf = ({ contents, path }: { contents: ReadonlyMap<string, Buffer>; path: string }) =>
  Object.fromEntries(
    ENCODINGS.flatMap((encoding) => {
      const bytes = contents.get(`${path}${SUFFIX[encoding]}`);
      return bytes ? [[encoding, bytes]] : [];
    }),
  );

/**
 * Reads the built web app into memory once, so that a later build does not mix with what a running gateway serves.
 * @throws ConfigError if there is no built web app
 */
export const loadWebFiles = async ({ webRoot, headers }: { webRoot: string; headers: Record<string, string> }): Promise<WebFiles> => {
  const root = resolve(webRoot);
  const contents = await readFolder(root).catch(() => new Map<string, Buffer>());
  const byPath = new Map<string, StaticFile>();
  for (const [path, bytes] of contents) {
    if (isHidden(path) || isPrecompressed(path) || isPage(path)) continue;
    const precompressed = precompressedOf({ contents, path });
    byPath.set(path, prepareStaticFile({ name: path, bytes, cacheControl: cacheControlOf(path), headers, precompressed }));
  }
  const htmlOf = (path: string): string | undefined => contents.get(path)?.toString('utf8');
  const home = htmlOf('/index.html');
  if (home === undefined) throw new ConfigError(`WEB_ROOT: ${root} holds no index.html; build the web app first, by npm run build -w web`);
  return { templates: { home, orderForm: htmlOf('/order-form.html') ?? home, app: htmlOf('/app.html') ?? home }, byPath };
};

/** Compresses the files that have no precompressed copy, one after the other, so that no visitor waits for it. Resolves early when aborted. */
export const compressInAdvance = async ({ byPath, signal }: { byPath: WebFiles['byPath']; signal: AbortSignal }): Promise<void> => {
  for (const file of byPath.values()) {
    for (const encoding of ENCODINGS) {
      if (signal.aborted) return;
      if (file.isCompressible) await file.variant(encoding);
    }
  }
};
