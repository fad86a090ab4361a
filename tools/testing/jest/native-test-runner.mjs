import module, { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import circus from 'jest-circus/runner';
import { keepAnonymousFrames } from './native-environment.mjs';
import * as hooks from './native-modules.mjs';
import { recordQueries } from './record-queries.mjs';

const require = createRequire(import.meta.url);

// Node 20 has no `registerHooks`. With `register`, each import asks another thread and waits for it.
if (module.registerHooks) module.registerHooks(hooks);
else module.register('./native-modules.mjs', import.meta.url);
process.setSourceMapsEnabled(true);
if (process.env.QUERIES_FOLDER) recordQueries(process.env.QUERIES_FOLDER);

const WORKER_ENDS = 2;
// A shared module may keep something open, such as the timer of a window. Jest would wait half a second for it and print a warning.
process.on('message', (message) => {
  if (Array.isArray(message) && message[0] === WORKER_ENDS) setImmediate(() => process.exit());
});

const CURRENT_GLOBALS = Symbol.for('stagereel.jest');
const CIRCUS_HANDLERS = Symbol.for('EVENT_HANDLERS');
let runs = 0;

/** The part of the `jest` object that tests use. Module mocks are missing on purpose: tests run against real servers. */
const createJestObject = ({ moduleMocker, fakeTimersModern: timers }) => {
  const offered = {
    fn: moduleMocker.fn.bind(moduleMocker),
    spyOn: moduleMocker.spyOn.bind(moduleMocker),
    restoreAllMocks: () => moduleMocker.restoreAllMocks(),
    useFakeTimers: (options) => timers.useFakeTimers(options),
    useRealTimers: () => timers.useRealTimers(),
    setSystemTime: (now) => timers.setSystemTime(now),
    advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
    advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
  };
  return new Proxy(offered, {
    get: (target, name) => {
      if (typeof name === 'string' && !(name in target))
        throw new Error(`jest.${name} is not offered by tools/testing/jest/native-test-runner.mjs`);
      return target[name];
    },
  });
};

/** The parts of a Jest runtime that jest-circus calls, with Node's module loader behind them. */
const createNativeRuntime = (environment) => ({
  requireInternalModule: (path) => {
    // jest-circus keeps the tests of a file in module state: each file gets a new copy.
    delete globalThis[CIRCUS_HANDLERS];
    delete require.cache[path];
    return require(path);
  },
  requireModule: require,
  setGlobalsForRuntime: (globals) => {
    globalThis[CURRENT_GLOBALS] = { ...globals, jest: createJestObject(environment) };
  },
  unstable_shouldLoadAsEsm: () => true,
  unstable_importModule: (path) =>
    import(`${pathToFileURL(path).href}?run=${runs}`).catch((error) => {
      throw keepAnonymousFrames(error);
    }),
  enterTestCode: () => undefined,
  leaveTestCode: () => undefined,
});

/**
 * Jest's `testRunner`: runs a test file by jest-circus, as Jest does by default, but loads it with Node's module loader. Jest's own loader
 * evaluates every third-party module anew for every test file, which took half of the time of a component test.
 */
export default async function runTestFile(globalConfig, config, environment, _runtime, testPath, sendMessageToJest) {
  runs += 1;
  // Jest's stack mapping knows only files that Jest has transformed; Node maps stacks by the inline source maps.
  Error.prepareStackTrace = undefined;
  return circus.default(globalConfig, config, environment, createNativeRuntime(environment), testPath, sendMessageToJest);
}
