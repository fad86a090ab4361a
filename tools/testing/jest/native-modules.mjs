// Module hooks of the test workers: https://nodejs.org/docs/latest-v24.x/api/module.html#customization-hooks
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from '@swc/core';

const GLOBALS = new URL('globals.mjs', import.meta.url).href;
const RUN = /\?run=\d+$/;
const TYPESCRIPT = /\.tsx?(\?run=\d+)?$/;
const ASSETS = /\.(svg|png|jpe?g|webp|avif|mp4)(\?run=\d+)?$/;
const STYLES = /\.css(\?run=\d+)?$/;

/**
 * Only constants and schemas, and the correlation id: once used, an AsyncLocalStorage stays active, and Node 20 copies the value of each active one to every
 * new promise. With one per test file, each file of a worker would be slower than the one before.
 */
const SHARED = /\/packages\/(contracts\/src\/|service-kit\/src\/correlation\.ts)/;

/** Applies `change` to the result of the next hook. With `registerHooks`, that is a value; with `register`, a promise. */
const mapResult = (result, change) => (result instanceof Promise ? result.then(change) : change(result));

/**
 * Third-party and shared modules are evaluated once per worker. Other modules of the project are evaluated once per test file, so that module state never
 * leaks into the next test file: a module inherits the `?run=` of the module that imports it.
 */
export const resolve = (specifier, context, nextResolve) => {
  const [run = ''] = context.parentURL?.match(RUN) ?? [];
  if (specifier === '@jest/globals') return { url: `${GLOBALS}${run}`, shortCircuit: true };
  return mapResult(nextResolve(specifier, context), (resolved) => {
    const isOwn =
      resolved.url.startsWith('file:') && !resolved.url.includes('/node_modules/') && !SHARED.test(resolved.url) && !RUN.test(resolved.url);
    return isOwn ? { ...resolved, url: `${resolved.url}${run}` } : resolved;
  });
};

/** @type {Map<string, string>} */
const compiled = new Map();

/** The sources that tools/mutation changes, by path. */
const CHANGED_SOURCES = Symbol.for('stagereel.changedSources');

/** @param {string} path @param {string} source */
const compile = (path, source) => {
  const { code } = transformSync(source, {
    filename: path,
    sourceFileName: path,
    sourceMaps: 'inline',
    swcrc: false,
    configFile: false,
    module: { type: 'es6' },
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: path.endsWith('x') },
      transform: { react: { runtime: 'automatic' } },
    },
  });
  // The `?run=` must not be visible to modules that look at their own address.
  return `import.meta.url = ${JSON.stringify(pathToFileURL(path).href)};${code}`;
};

export const load = (url, context, nextLoad) => {
  if (TYPESCRIPT.test(url)) {
    const path = fileURLToPath(url);
    const changed = globalThis[CHANGED_SOURCES]?.[path];
    if (changed !== undefined) return { format: 'module', source: compile(path, changed), shortCircuit: true };
    const source = compiled.get(path) ?? compile(path, readFileSync(path, 'utf8'));
    compiled.set(path, source);
    return { format: 'module', source, shortCircuit: true };
  }
  // CSS modules: a class is called by its plain name.
  if (STYLES.test(url)) {
    return { format: 'module', source: 'export default new Proxy({}, { get: (_, name) => name });', shortCircuit: true };
  }
  if (ASSETS.test(url)) return { format: 'module', source: `export default ${JSON.stringify(new URL(url).pathname)};`, shortCircuit: true };
  return nextLoad(url, context);
};
