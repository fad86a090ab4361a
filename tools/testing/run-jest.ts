import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Outcome, timed } from './outcome.ts';
import { installedProgram, ROOT, runCommand } from './run-command.ts';
import { weigh } from './test-files.mjs';

type JestRun = {
  /** Of this part of the test run, such as `journeys`. */
  name: string;
  /** Where the report is written. */
  folder: string;
  /** Absolute paths of the test files. */
  files: readonly string[];
  workers: number;
  env: NodeJS.ProcessEnv;
  /** Screens need a window. */
  hasWindow?: boolean;
  /** Only tests whose names match are run. */
  pattern?: string | undefined;
  /** Each test and what it printed is shown, and not failures alone. */
  isVerbose?: boolean;
};

/** Its workers get the same flag. Tests create many short-lived objects, which a larger young generation collects with half of the work. */
const NODE_FLAGS = ['--max-semi-space-size=64'];
const WINDOW = 'tools/testing/jest/dom-environment.mjs';

const jest = (args: readonly string[]) => ({ program: process.execPath, args: [...NODE_FLAGS, installedProgram('jest'), ...args] });

/** The test files that import one of these files, directly or not. */
export const listRelatedTests = async (sources: readonly string[]): Promise<string[]> => {
  const args = ['--listTests', '--json', '--passWithNoTests', '--findRelatedTests', ...sources];
  const { status, output } = await runCommand(jest(args), 'data');
  if (status !== 0) throw new Error('Jest could not list the test files of what changed');
  return JSON.parse(output);
};

export const runJest = async ({ name, folder, files, workers, env, hasWindow, pattern, isVerbose }: JestRun): Promise<Outcome> => {
  if (files.length === 0) return { passed: 0, failures: [] };
  const report = join(folder, `${name}.json`);
  const args = [
    ...(hasWindow ? [`--env=${join(ROOT, WINDOW)}`] : []),
    ...(pattern === undefined ? [] : [`--testNamePattern=${pattern}`]),
    // Otherwise, what a single file prints is not given to the reporter.
    ...['--verbose=false', workers === 1 ? '--runInBand' : `--maxWorkers=${workers}`, '--runTestsByPath', ...files],
  ];
  // For tools/testing/jest/reporter.mjs.
  const reporting = {
    TEST_PART: name,
    TEST_REPORT: report,
    TEST_OUTPUT: isVerbose ? 'all' : 'failures',
    TEST_WEIGHT: String(files.reduce((sum, file) => sum + weigh(file), 0)),
  };
  const { status } = await timed(name, () => runCommand({ ...jest(args), env: { ...env, ...reporting } }, 'show'));
  const outcome = await readFile(report, 'utf8').then(
    (text): Outcome => JSON.parse(text),
    () => undefined,
  );
  if (outcome && (status === 0 || outcome.failures.length > 0)) return outcome;
  return { passed: 0, failures: [`${name}: Jest ended with status ${status}${outcome ? '' : ' and without a report'}`] };
};
