import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outcome } from './outcome.ts';
import { installedProgram, runCommand } from './run-command.ts';

export type JestProject = 'unit' | 'component' | 'screen' | 'stack' | 'e2e' | 'containers';

type JestRun = {
  /** Where the report is written. */
  folder: string;
  projects: readonly JestProject[];
  /** Absolute paths of the test files. */
  files: readonly string[];
  workers: number;
  env: NodeJS.ProcessEnv;
};

/** Its workers get the same flag. Tests create many short-lived objects, which a larger young generation collects with half of the work. */
const NODE_FLAGS = ['--max-semi-space-size=64'];

const jest = (args: readonly string[]) => ({ program: process.execPath, args: [...NODE_FLAGS, installedProgram('jest'), ...args] });

/** The test files of the projects that match one of `patterns`, or all of them; `isRelated`: those that import one of these files. */
export const listTests = async (
  projects: readonly JestProject[],
  { patterns = [], isRelated = false }: { patterns?: readonly string[]; isRelated?: boolean } = {},
): Promise<string[]> => {
  const selection = isRelated ? ['--findRelatedTests', ...patterns] : patterns.length > 0 ? ['--', ...patterns] : [];
  const args = ['--selectProjects', ...projects, '--listTests', '--json', '--passWithNoTests', ...selection];
  const { status, output } = await runCommand(jest(args), 'data');
  if (status !== 0) throw new Error(`Jest could not list the test files of ${projects.join(', ')}`);
  return JSON.parse(output);
};

export const runJest = async ({ folder, projects, files, workers, env }: JestRun): Promise<Outcome> => {
  if (files.length === 0) return { passed: 0, failed: 0 };
  const report = join(folder, `jest-${projects[0]}.json`);
  const parallelism = workers === 1 ? '--runInBand' : `--maxWorkers=${workers}`;
  const args = ['--selectProjects', ...projects, '--json', `--outputFile=${report}`, parallelism, '--runTestsByPath', ...files];
  const { status } = await runCommand({ ...jest(args), env }, 'show');
  const summary = JSON.parse(await readFile(report, 'utf8').catch(() => '{}'));
  const failed = (summary.numFailedTests ?? 0) + (summary.numRuntimeErrorTestSuites ?? 0);
  // A run that failed without naming a test counts as one failure.
  return { passed: summary.numPassedTests ?? 0, failed: status !== 0 && failed === 0 ? 1 : failed };
};
