import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

/**
 * `main.js` of a service: runs `main.bundle.js` with the functions that V8 compiled at an earlier start. They are in `main.code-cache`: a checksum in 4 bytes,
 * then the data of V8. Node's own `NODE_COMPILE_CACHE` takes its data before the bundle runs, so it lacks nearly all functions.
 * https://nodejs.org/api/vm.html#scriptcreatecacheddata
 */
const bundlePath = __filename.replace(/\.js$/, '.bundle.js');
const cachePath = __filename.replace(/\.js$/, '.code-cache');
/** By then, a service has usually compiled what it needs to start. */
const WRITE_AFTER_MS = 5000;
const CHECKSUM_BYTES = 4;

type Loaded = { script: Script; bundleChecksum: number };

/** A function, so that nothing refers to its buffers while the bundle runs. */
const load = (): Loaded & { isFromCache: boolean } => {
  const bundle = readFileSync(bundlePath);
  const bundleChecksum = crc32(bundle);
  const source = Buffer.concat([Buffer.from('(function (exports, require, module, __filename, __dirname) {'), bundle, Buffer.from('\n})')]);
  const cachedData = readCache(bundleChecksum);
  const script = new Script(source.toString(), { filename: bundlePath, ...(cachedData && { cachedData }) });
  return { script, bundleChecksum, isFromCache: script.cachedDataRejected === false };
};

/** Of the data and the bundle: V8 compares only the length of the source text, its own version and its options. */
const checksumOf = ({ data, bundleChecksum }: { data: Buffer; bundleChecksum: number }): Buffer => {
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32LE(crc32(data, bundleChecksum));
  return checksum;
};

/** Undefined when there is none, when it is damaged, and when it is of another bundle. */
const readCache = (bundleChecksum: number): Buffer | undefined => {
  try {
    const cache = readFileSync(cachePath);
    const data = cache.subarray(CHECKSUM_BYTES);
    return checksumOf({ data, bundleChecksum }).equals(cache.subarray(0, CHECKSUM_BYTES)) ? data : undefined;
  } catch {
    return undefined;
  }
};

const writeCache = ({ script, bundleChecksum }: Loaded): void => {
  const draft = `${cachePath}.${process.pid}`;
  try {
    const data = script.createCachedData();
    writeFileSync(draft, Buffer.concat([checksumOf({ data, bundleChecksum }), data]));
    renameSync(draft, cachePath);
  } catch {
    // The disk is full or read-only: the next start takes longer.
    rmSync(draft, { force: true });
  }
};

/** Writes the code cache after five seconds, or at the end of the program if that is earlier. */
const writeCacheLater = (loaded: Loaded): void => {
  const write = (): void => {
    clearTimeout(timer);
    process.off('exit', write);
    writeCache(loaded);
  };
  const timer = setTimeout(write, WRITE_AFTER_MS).unref();
  process.once('exit', write);
};

const start = (): unknown => {
  const { isFromCache, ...loaded } = load();
  if (!isFromCache) writeCacheLater(loaded);
  return loaded.script.runInThisContext();
};

const exported = { exports: {} };
const run = start() as (...context: unknown[]) => void;
run.call(exported.exports, exported.exports, createRequire(bundlePath), exported, bundlePath, dirname(bundlePath));
