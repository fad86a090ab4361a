import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT, runCommand } from './run-command.ts';
import { listRelatedTests } from './run-jest.ts';
import { listTests } from './test-files.mjs';

/** Component tests also start processes of their service, which no import shows. */
const COMPONENT_SOURCE = /^(services\/[^/]+|tools\/stripe-simulator)\/(src|package\.json)/;
/** A change of one of these affects every test. */
const EVERYTHING = /^(package(-lock)?\.json|jest\.config\.mjs|tsconfig\.base\.json|tools\/testing\/|tools\/(run-tests\.ts|test\.mjs))/;
const CODE = /\.(ts|tsx|mjs)$/;
/** A file of journeys names the services and web features that it covers: `// Covers: services/orders, web/src/features/{payment,receipt}`. */
const COVERS = /^\/\/ Covers: (.+)$/m;

/** The folders that a file of journeys covers, or undefined where it covers the whole shop. */
export const coveredFolders = (source: string): string[] | undefined =>
  COVERS.exec(source)?.[1]
    ?.split(/, (?![^{]*\})/)
    .flatMap((entry) => {
      const [, parent, names] = /^(.*)\{(.*)\}$/.exec(entry) ?? [];
      return names === undefined ? [entry.replace(/\/$/, '')] : names.split(',').map((name) => `${parent}${name}`);
    });

export type Selection = { files: string[]; reasons: string[] };

const git = async (...args: string[]): Promise<string | undefined> => {
  const { status, output } = await runCommand({ program: 'git', args }, 'data');
  return status === 0 ? output.trim() : undefined;
};

const linesOf = (output: string | undefined): string[] => (output ? output.split('\n') : []);

/** Paths from the root of files that differ from where the branch left `reference`, and of files that are not committed. */
const changedFiles = async (reference: string): Promise<{ base: string; changed: string[] }> => {
  const base = (await git('merge-base', reference, 'HEAD')) ?? (await git('merge-base', `origin/${reference}`, 'HEAD'));
  if (!base) throw new Error(`git knows no common commit of HEAD and ${reference}: name another one by --changed=<ref>`);
  const changed = linesOf(await git('diff', '--name-only', base));
  const untracked = linesOf(await git('ls-files', '--others', '--exclude-standard'));
  return { base, changed: [...new Set([...changed, ...untracked])].sort() };
};

const RUNNING_CODE = /^(services|packages|web|tools\/(stack|seed|stripe-simulator|shop-client))\//;
const TEST_CODE = /\.test\.tsx?$|\/test\//;

/** Shared code affects all journeys; the code of a service or of a web feature affects the journeys that cover it. */
const isCovered = (test: string, changed: readonly string[]): boolean => {
  const running = changed.filter((path) => RUNNING_CODE.test(path) && !TEST_CODE.test(path));
  const folders = coveredFolders(readFileSync(join(ROOT, test), 'utf8'));
  if (!folders) return running.length > 0;
  const isShared = (path: string) => !/^(services|web\/src\/features)\//.test(path);
  return running.some((path) => isShared(path) || folders.some((folder) => path.startsWith(`${folder}/`)));
};

/** The tests that the changes since `reference` affect, and for each group the reason. */
export const selectChangedTests = async (reference: string): Promise<Selection> => {
  const { base, changed } = await changedFiles(reference);
  const reasons = [`${changed.length} files changed since ${base.slice(0, 10)} (${reference})`];
  const selected = new Set<string>();
  const select = (files: readonly string[], reason: string): void => {
    const added = files.filter((file) => !selected.has(file));
    for (const file of added) selected.add(file);
    if (added.length > 0) reasons.push(`${String(added.length).padStart(4)} test files: ${reason}`);
  };
  const all = listTests().map((path) => relative(ROOT, path));

  const general = changed.find((path) => EVERYTHING.test(path));
  if (general) select(all, `all, because ${general} changed`);

  const code = changed.filter((path) => CODE.test(path) && existsSync(join(ROOT, path)));
  if (code.length > 0) {
    const related = await listRelatedTests(code);
    select(
      related.map((path) => relative(ROOT, path)).filter((test) => all.includes(test)),
      'they changed, or import a changed file',
    );
  }
  const owners = new Set(changed.flatMap((path) => COMPONENT_SOURCE.exec(path)?.[1] ?? []));
  for (const owner of owners)
    select(
      all.filter((test) => test.startsWith(`${owner}/test/`)),
      `component tests of ${owner}, whose source changed`,
    );
  select(
    all.filter((test) => test.startsWith('e2e/') && isCovered(test, changed)),
    'journeys through what changed',
  );
  if (changed.some((path) => path === 'docs/asvs.md' || path.startsWith('e2e/support/spec-') || TEST_CODE.test(path)))
    select(['e2e/spec-coverage.test.ts'], 'it reads the titles of tests and the security table');
  return { files: [...selected].map((path) => join(ROOT, path)), reasons };
};
