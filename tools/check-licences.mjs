// Checks the licences of all packages that the shop ships, as package-lock.json lists them. Needs no network and no installed packages.
// mongod (SSPL) is not among them: tools/stack downloads it for development only, and no image contains it.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Licences that allow selling a product without publishing its source. A new one is a decision for a lawyer, not for a pull request. */
const ALLOWED_LICENCES = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
];

/** Packages with a licence that is not allowed elsewhere. */
const EXCEPTIONS = [
  // libvips is a file of its own that anybody can replace, as the LGPL demands, and it is used unchanged.
  { name: /^@img\/sharp-/, licence: 'LGPL-3.0-or-later' },
];

/** The workspaces whose packages run in production or in the customer's browser. */
const SHIPPED = /^(?:packages|services)\/|^web$/;

/**
 * @typedef {{
 *   link?: boolean, resolved?: string, license?: string,
 *   dependencies?: Record<string, string>, devDependencies?: Record<string, string>, optionalDependencies?: Record<string, string>,
 *   peerDependencies?: Record<string, string>, peerDependenciesMeta?: Record<string, { optional?: boolean }>
 * }} LockedPackage
 * @typedef {Record<string, LockedPackage>} LockedPackages by path, as in package-lock.json
 */

/**
 * Evaluates an SPDX expression. Parentheses are accepted around the whole expression only.
 * @param {string} expression
 * @param {readonly string[]} allowed
 */
const isAllowed = (expression, allowed) =>
  expression
    .replace(/^\(([^()]*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => allowed.includes(licence)));

/**
 * The path of a dependency, found as Node finds modules; undefined for an optional one that is not locked.
 * @param {LockedPackages} packages
 * @param {{ from: string, name: string }} dependency
 */
const findDependency = (packages, { from, name }) => {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name);
    const found = packages[path];
    if (found) return found.link ? found.resolved : path;
    if (folder === '.') return undefined;
  }
};

/**
 * The paths of all packages that the shipped workspaces need at run time.
 * @param {LockedPackages} packages
 */
const shippedPackages = (packages) => {
  const shipped = new Set(Object.keys(packages).filter((path) => SHIPPED.test(path) && !path.includes('node_modules/')));
  // A set also visits the entries that are added meanwhile.
  for (const from of shipped) {
    const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} } = packages[from] ?? {};
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const path = findDependency(packages, { from, name });
      if (path !== undefined) shipped.add(path);
    }
  }
  return [...shipped].filter((path) => path.includes('node_modules/'));
};

/**
 * The shipped packages whose licence is not allowed, each with its licence.
 * @param {LockedPackages} packages
 */
export const findForbiddenLicences = (packages) =>
  shippedPackages(packages).flatMap((path) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const extra = EXCEPTIONS.filter((exception) => exception.name.test(name)).map(({ licence }) => licence);
    const { license = 'no licence' } = packages[path] ?? {};
    return isAllowed(license, [...ALLOWED_LICENCES, ...extra]) ? [] : [`${name}: ${license}`];
  });

const run = () => {
  const lockFile = fileURLToPath(new URL('../package-lock.json', import.meta.url));
  const forbidden = findForbiddenLicences(JSON.parse(readFileSync(lockFile, 'utf8')).packages);
  for (const entry of forbidden) console.log(`${entry} is not among the allowed licences`);
  process.exitCode = forbidden.length === 0 ? 0 : 1;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) run();
