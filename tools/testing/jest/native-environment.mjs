import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/** Removes globals that a test file added, and puts back those that it replaced. Modules that stay loaded keep theirs under symbols. */
const restoreGlobals = (before) => {
  const after = Object.getOwnPropertyDescriptors(globalThis);
  for (const name of Object.keys(after)) {
    if (!(name in before) && after[name].configurable) delete globalThis[name];
  }
  for (const name of Object.keys(before)) {
    const { configurable, value, get } = before[name];
    const isChanged = after[name]?.value !== value || after[name]?.get !== get;
    if (configurable && isChanged) Object.defineProperty(globalThis, name, before[name]);
  }
};

const restoreEnv = (before) => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
};

/** Jest's reports drop frames that are called `<anonymous>`, which is how Node names module code and arrow functions. */
export const keepAnonymousFrames = (error) => {
  if (error instanceof Error && error.stack) error.stack = error.stack.replaceAll('at <anonymous> (', 'at anonymous (');
  return error;
};

/**
 * The test environment for `native-test-runner.mjs`: tests run in the worker's own realm, not in a `vm` context. Restores what a test file
 * changed in globals, `process.env`, the working directory and mocks, so that the next file of the worker starts clean.
 */
export default class NativeEnvironment {
  constructor({ projectConfig }) {
    this.global = globalThis;
    this.before = {
      globals: Object.getOwnPropertyDescriptors(globalThis),
      env: { ...process.env },
      folder: process.cwd(),
      exit: process.exit,
    };
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = null;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {}

  /** jest-circus calls it for each step of a test file. */
  handleTestEvent({ error }) {
    keepAnonymousFrames(error);
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    // Jest wraps `process.exit` to report tests that call it.
    process.exit = this.before.exit;
    process.chdir(this.before.folder);
    restoreEnv(this.before.env);
    restoreGlobals(this.before.globals);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** Required by Jest; only its own module loader would use the context. */
  getVmContext() {
    return null;
  }
}
