// A process that runs test files without Jest's own start, which takes longer than most of them. Tests and modules are loaded as in `npm test`.
import { execFileSync } from 'node:child_process';
import module from 'node:module';
import NativeEnvironment from '../testing/jest/native-environment.mjs';
import runTestFile from '../testing/jest/native-test-runner.mjs';

// Otherwise modules are loaded by another thread, which does not see the changed sources.
if (!module.registerHooks) throw new Error('Mutation tests need Node.js 22.15 or later');

const TEST_TIMEOUT_MS = 30_000;
const CHANGED_SOURCES = Symbol.for('stagereel.changedSources');
const REACHED_MUTANTS = Symbol.for('stagereel.reachedMutants');

const shown = execFileSync(process.execPath, ['node_modules/.bin/jest', '--showConfig'], { encoding: 'utf8' });
const {
  configs: [projectConfig],
  globalConfig,
} = JSON.parse(shown);
globalConfig.testTimeout = TEST_TIMEOUT_MS;

/** Skips the rest of the file after the first failure. */
class MutationEnvironment extends NativeEnvironment {
  hasFailed = false;

  /** @override @param {import('jest-circus').Circus.Event} event */
  handleTestEvent(event) {
    super.handleTestEvent(event);
    if (event.name === 'test_start' && this.hasFailed) event.test.mode = 'skip';
    if (event.name === 'test_done') this.hasFailed ||= event.test.errors.length > 0;
  }
}

/** Resolves with the first failure, or null. @param {string} path absolute */
const runTest = async (path) => {
  const environment = new MutationEnvironment({ projectConfig });
  await environment.setup();
  try {
    const { testResults, testExecError, failureMessage } = await runTestFile(
      globalConfig,
      projectConfig,
      environment,
      undefined,
      path,
      () => undefined,
    );
    const failed = testResults.find(({ status }) => status === 'failed');
    return failed ? `${failed.fullName}\n${failed.failureMessages}` : (testExecError?.message ?? failureMessage ?? null);
  } catch (error) {
    return `the file was not run: ${error instanceof Error ? error.stack : error}`;
  } finally {
    await environment.teardown();
  }
};

process.on('message', async ({ path, changed }) => {
  globalThis[CHANGED_SOURCES] = changed;
  globalThis[REACHED_MUTANTS] = new Set();
  const failure = await runTest(path);
  process.send?.({ failure, reached: [...globalThis[REACHED_MUTANTS]] });
});
process.on('disconnect', () => process.exit());
process.send?.({ isReady: true });
