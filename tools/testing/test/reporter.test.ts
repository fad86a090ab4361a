import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { installedProgram, ROOT } from '../run-command.ts';

/** Among the roots of jest.config.mjs, but in a folder that no list of tests contains. */
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(ROOT, 'tools/testing/.reporter-'));
});
afterEach(() => rm(folder, { recursive: true }));

type Output = 'all' | 'failures';
/** Runs Jest on one test file with these tests. */
const run = async ({ tests, output }: { tests: string; output: Output }) => {
  const file = join(folder, 'some.test.ts');
  const report = join(folder, 'report.json');
  await writeFile(file, `import { expect, test } from '@jest/globals';\n${tests}`);
  const env = { ...process.env, TEST_PART: 'services', TEST_REPORT: report, TEST_OUTPUT: output };
  const printed = await new Promise<string>((resolve) => {
    const args = [installedProgram('jest'), '--verbose=false', '--runInBand', '--runTestsByPath', file];
    execFile(process.execPath, args, { cwd: ROOT, env }, (_error, out, err) => resolve(out + err));
  });
  return {
    printed,
    report: JSON.parse(await readFile(report, 'utf8')) as { passed: number; failures: string[] },
    path: file.slice(ROOT.length),
  };
};

const PASSES = "test('when it works, then fine', () => { console.log('noise'); expect(1).toBe(1); });";
const FAILS = `test("when it's 1 (one), then two", () => { console.log('a hint'); expect(1).toBe(2); });`;

test('when all tests pass, then nothing is printed', async () => {
  const { printed, report } = await run({ tests: PASSES, output: 'failures' });
  expect(printed).toBe('');
  expect(report).toEqual({ passed: 1, failures: [] });
});

test('when all output is wanted, then each test and what it printed are shown', async () => {
  const { printed } = await run({ tests: PASSES, output: 'all' });
  expect(printed).toContain('noise');
  expect(printed).toContain('✓ when it works, then fine');
});

test('when a test fails, then its name, message and place are printed with what the file printed, and the report has the command that repeats it', async () => {
  const { printed, report, path } = await run({ tests: `${PASSES}\n${FAILS}`, output: 'failures' });
  expect(printed).toContain(`FAIL ${path}`);
  expect(printed).toContain('a hint');
  expect(printed).toContain('Expected: 2');
  expect(report.passed).toBe(1);
  const [failure = '', ...others] = report.failures;
  expect(others).toEqual([]);
  expect(failure).toContain(`${path}: when it's 1 (one), then two`);
  expect(failure).toContain('some.test.ts:3');
  expect(failure).not.toContain('node_modules');
  expect(failure).toContain(`npm test -- ${path} -t 'when it'\\''s 1 \\(one\\), then two'`);
});

test('when a file cannot be loaded, then that is a failure', async () => {
  const { report, path } = await run({ tests: "import './missing.ts';", output: 'failures' });
  expect(report.failures).toHaveLength(1);
  expect(report.failures[0]).toContain(`npm test -- ${path}`);
  expect(report.failures[0]).toContain('missing.ts');
});

test('when no test has a name that matches, then the whole command fails', async () => {
  const args = ['--import', 'tsx', 'tools/run-tests.ts', 'packages/contracts/test/tax', '-t', 'a name that no test has'];
  const { code, out } = await new Promise<{ code: unknown; out: string }>((resolve) => {
    execFile(process.execPath, args, { cwd: ROOT }, (error, stdout) => resolve({ code: error?.code, out: stdout }));
  });
  expect(out).toContain('No test ran');
  expect(out).toMatch(/0 passed, 1 failed\n$/);
  expect(code).toBe(1);
});
