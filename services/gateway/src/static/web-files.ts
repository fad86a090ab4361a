import { readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { ConfigError } from '@stagereel/service-kit';

/** The HTML of the pages that the web build writes: of the home page, of the order forms, and of every other screen. */
export type WebTemplates = { home: string; orderForm: string; app: string };
/** The built web app: its pages, and the URL paths of its other files in the folder `root`. */
export type WebFiles = { templates: WebTemplates; root: string; paths: ReadonlySet<string> };

export const ASSETS = '/assets/';

const isCompressedCopy = (path: string): boolean => /\.(br|gz)$/.test(path);
const isPage = (path: string): boolean => /^\/[^/]+\.html$/.test(path);
/** The build writes metadata into hidden folders (.vite/manifest.json). */
const isHidden = (path: string): boolean => path.includes('/.');

const listFolder = async (root: string): Promise<string[]> => {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return files.map((file) => `/${relative(root, file).split(sep).join('/')}`);
};

/**
 * Reads the pages of the built web app, and lists its other files.
 * @throws ConfigError if there is no built web app
 */
export const loadWebFiles = async (webRoot: string): Promise<WebFiles> => {
  const root = resolve(webRoot);
  const all = await listFolder(root);
  const read = async (path: string): Promise<string | undefined> => (all.includes(path) ? readFile(join(root, path), 'utf8') : undefined);
  const home = await read('/index.html');
  if (home === undefined) throw new ConfigError(`WEB_ROOT: ${root} holds no index.html; build the web app first, by npm run build -w web`);
  const templates = { home, orderForm: (await read('/order-form.html')) ?? home, app: (await read('/app.html')) ?? home };
  return { templates, root, paths: new Set(all.filter((path) => !isHidden(path) && !isCompressedCopy(path) && !isPage(path))) };
};
