import { accessSync, constants, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

/**
 * `main.js` of a service: runs `main.bundle.js` with the functions that V8 compiled at an earlier start. They are in `main.code-cache`. Node's own
 * `NODE_COMPILE_CACHE` takes its data before the bundle runs, so it lacks nearly all functions.
 * https://nodejs.org/api/vm.html#scriptcreatecacheddata
 */
const bundlePath = __filename.replace(/\.js$/, '.bundle.js');
const cachePath = __filename.replace(/\.js$/, '.code-cache');
/** By then, a service has usually compiled what it needs to start. */
const WRITE_AFTER_MS = 5000;
const CHECKSUM_BYTES = 4;

/** What `main.code-cache` contains after its checksum: one byte, 1 if the program had run long enough to be ready, and the data of V8. */
type Content = { data: Buffer; isComplete: boolean };
type Loaded = { script: Script; bundleChecksum: number };

/** A separate function, so that its buffers can be freed before the bundle runs. `used` says whether V8 accepted the cache, and whether it is complete. */
const load = (): Loaded & { used: 'complete' | 'partial' | 'none' } => {
  const bundle = readFileSync(bundlePath);
  const bundleChecksum = crc32(bundle);
  const source = Buffer.concat([Buffer.from('(function (exports, require, module, __filename, __dirname) {'), bundle, Buffer.from('\n})')]);
  const cache = readCache(bundleChecksum);
  const script = new Script(source.toString(), { filename: bundlePath, ...(cache && { cachedData: cache.data }) });
  const isAccepted = script.cachedDataRejected === false;
  return { script, bundleChecksum, used: cache && isAccepted ? (cache.isComplete ? 'complete' : 'partial') : 'none' };
};

/** Of the content and the bundle: V8 compares only the length of the source text, its own version and its options. */
const checksumOf = ({ content, bundleChecksum }: { content: Buffer; bundleChecksum: number }): Buffer => {
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32LE(crc32(content, bundleChecksum));
  return checksum;
};

/** Undefined when there is none, when it is damaged, and when it is of another bundle. */
const readCache = (bundleChecksum: number): Content | undefined => {
  try {
    const cache = readFileSync(cachePath);
    const content = cache.subarray(CHECKSUM_BYTES);
    if (!checksumOf({ content, bundleChecksum }).equals(cache.subarray(0, CHECKSUM_BYTES))) return undefined;
    return { isComplete: content[0] === 1, data: content.subarray(1) };
  } catch {
    return undefined;
  }
};

/** Without a cache, the next start takes longer. */
const ignoreFailure = (write: () => void): void => {
  try {
    write();
  } catch {
    // The disk is full or read-only.
  }
};

const writeCache = ({ script, bundleChecksum }: Loaded, { isComplete }: Pick<Content, 'isComplete'>): void => {
  const draft = `${cachePath}.${process.pid}`;
  ignoreFailure(() => {
    // In a container, the folder is read-only.
    accessSync(dirname(cachePath), constants.W_OK);
    const content = Buffer.concat([Buffer.of(isComplete ? 1 : 0), script.createCachedData()]);
    writeFileSync(draft, Buffer.concat([checksumOf({ content, bundleChecksum }), content]));
    renameSync(draft, cachePath);
  });
  ignoreFailure(() => rmSync(draft, { force: true }));
};

/** Writes a complete code cache after five seconds. A program that ends earlier writes a partial one, but only if V8 accepted none. */
const writeCacheLater = ({ used, ...loaded }: ReturnType<typeof load>): void => {
  const writeAtEnd = (): void => {
    if (used === 'none') writeCache(loaded, { isComplete: false });
  };
  setTimeout(() => {
    process.off('exit', writeAtEnd);
    writeCache(loaded, { isComplete: true });
  }, WRITE_AFTER_MS).unref();
  process.once('exit', writeAtEnd);
};

const start = (): unknown => {
  const loaded = load();
  if (loaded.used !== 'complete') writeCacheLater(loaded);
  return loaded.script.runInThisContext();
};

const exported = { exports: {} };
const run = start() as (...context: unknown[]) => void;
run.call(exported.exports, exported.exports, createRequire(bundlePath), exported, bundlePath, dirname(bundlePath));
