import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['packages', 'services', 'web', 'tools', 'e2e'];
const SKIPPED = new Set(['node_modules', 'dist', 'containers']);
const TEST = /\.test\.tsx?$/;
const LONG = /\.long\.test\.tsx?$/;

/**
 * unit: a module alone; screen: a page in jsdom; component: a service with real servers; stack: the launcher; tools: what tests and operators run;
 * e2e: a whole shop.
 * @typedef {'unit' | 'screen' | 'component' | 'stack' | 'tools' | 'e2e'} Kind
 */

/**
 * The first that matches decides; any other test is a unit test.
 * @type {[RegExp, Kind][]}
 */
const KINDS = [
  [/^e2e\//, 'e2e'],
  [/^tools\/(stack|seed)\//, 'stack'],
  [/^tools\/testing\//, 'tools'],
  [/^(services\/[^/]+|packages\/service-kit|tools\/stripe-simulator)\/test\//, 'component'],
  [/^web\/.*\.tsx$/, 'screen'],
];

/**
 * What is installed before tests of this kind run.
 * @type {Record<Kind, { servers: boolean, programs: import('../stack/src/machine/prepare-machine.mjs').OtherProgram[] }>}
 */
export const NEEDS = {
  unit: { servers: false, programs: [] },
  screen: { servers: false, programs: [] },
  component: { servers: true, programs: ['ffmpeg'] },
  stack: { servers: true, programs: ['ffmpeg'] },
  tools: { servers: false, programs: ['prometheus'] },
  e2e: { servers: true, programs: ['ffmpeg', 'japaneseFont', 'chromium', 'chromiumHeadlessShell'] },
};

/**
 * @param {string} folder absolute
 * @returns {string[]} absolute paths
 */
const testsIn = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) || entry.name.startsWith('.') ? [] : testsIn(path);
    return TEST.test(entry.name) ? [path] : [];
  });

/** @param {string} path absolute or from the root */
const fromRoot = (path) => relative(ROOT, resolve(ROOT, path));

/** @param {string} file @returns {Kind} */
export const kindOf = (file) => KINDS.find(([pattern]) => pattern.test(fromRoot(file)))?.[1] ?? 'unit';

/**
 * The test files whose path contains one of `paths`, or all of them.
 * @param {{ paths?: readonly string[], isLong?: boolean }} [options] `isLong`: the `*.long.test.ts` alone, otherwise all others
 * @returns {string[]} absolute paths, sorted
 */
export const listTests = ({ paths = [], isLong = false } = {}) => {
  const wanted = paths.map(fromRoot);
  const isWanted = (/** @type {string} */ file) => wanted.length === 0 || wanted.some((path) => fromRoot(file).includes(path));
  return FOLDERS.flatMap((folder) => testsIn(join(ROOT, folder)))
    .filter((file) => LONG.test(file) === isLong && isWanted(file))
    .sort();
};

/** Some files of journeys only list those of a folder: what they weigh is there. */
const JOURNEY = /from '(\.\/journeys\/[^']+)'/g;

/**
 * The size of a test file with the journeys it takes in, in bytes.
 * @param {string} path
 */
export function weigh(path) {
  const journeys = [...readFileSync(path, 'utf8').matchAll(JOURNEY)].map(([, file]) => join(dirname(path), String(file)));
  return [path, ...journeys].reduce((sum, file) => sum + statSync(file).size, 0);
}

/** @param {string[]} args of `npm test` and `npm run test:long`; tools/run-tests.ts describes them. Throws for an unknown option. */
export const readArguments = (args) => {
  const { values, positionals: paths } = parseArgs({
    // Node's parser has no option with an optional value.
    args: args.map((argument) => (argument === '--changed' ? '--changed=main' : argument)),
    options: {
      changed: { type: 'string' },
      long: { type: 'boolean', default: false },
      watch: { type: 'boolean', default: false },
      pattern: { type: 'string', short: 't' },
    },
    allowPositionals: true,
  });
  const { changed, long: isLong, watch: isWatching, pattern } = values;
  const isWholeRun = paths.length === 0 && changed === undefined && !isLong && pattern === undefined;
  return { paths, changed, isLong, isWatching, pattern, isWholeRun };
};
