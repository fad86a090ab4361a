import { readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { ConfigError } from '@stagereel/service-kit';
import { ENCODINGS, SUFFIX } from './encodings.ts';
import { prepareStaticFile, type StaticFile } from './static-file.ts';

/** The built web app: its files by URL path, and the page that serves every screen. */
export type WebFiles = { index: StaticFile; byPath: ReadonlyMap<string, StaticFile> };

export const ASSETS = '/assets/';

/** Names under /assets/ contain a hash of the content; other files can change under the same name. */
const cacheControlOf = (path: string): string => {
  if (path.startsWith(ASSETS)) return 'public, max-age=31536000, immutable';
  return path.endsWith('.html') ? 'no-cache' : 'public, max-age=3600';
};

const isPrecompressed = (path: string): boolean => ENCODINGS.some((encoding) => path.endsWith(SUFFIX[encoding]));
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
export const loadWebFiles = async (webRoot: string): Promise<WebFiles> => {
  const root = resolve(webRoot);
  const contents = await readFolder(root).catch(() => new Map<string, Buffer>());
  const byPath = new Map<string, StaticFile>();
  for (const [path, bytes] of contents) {
    if (isHidden(path) || isPrecompressed(path)) continue;
    const precompressed = precompressedOf({ contents, path });
    byPath.set(path, prepareStaticFile({ name: path, bytes, cacheControl: cacheControlOf(path), precompressed }));
  }
  const index = byPath.get('/index.html');
  if (!index) throw new ConfigError(`WEB_ROOT: ${root} holds no index.html; build the web app first, by npm run build -w web`);
  return { index, byPath };
};
