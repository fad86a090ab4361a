import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

/** `npm run test:long` runs `*.long.test.ts` alone; every other run leaves them out. */
const files = process.env.LONG_TESTS === 'only' ? '*.long.test.ts' : '!(*.long).test.ts';

const project = (displayName, folders) => ({
  displayName,
  rootDir: fileURLToPath(new URL('.', import.meta.url)),
  // Node's own module loader instead of Jest's: see native-test-runner.mjs.
  testRunner: '<rootDir>/tools/testing/jest/native-test-runner.mjs',
  testEnvironment: '<rootDir>/tools/testing/jest/native-environment.mjs',
  transform: {},
  testMatch: folders.map((folder) => `<rootDir>/${folder}/**/${files}`),
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/\\.tsc/', '/\\.stack'],
  watchPathIgnorePatterns: ['/\\.stack'],
  modulePathIgnorePatterns: ['/dist/', '/\\.tsc/', '/\\.stack'],
});

/** @type {import('jest').Config} */
export default {
  projects: [
    project('unit', ['{packages,web}', 'services/*/src', 'tools/rehearsal/src', 'tools/backup/src']),
    {
      ...project('screen', []),
      testEnvironment: '<rootDir>/tools/testing/jest/dom-environment.mjs',
      testMatch: ['<rootDir>/web/**/*.test.tsx'],
    },
    project('component', ['services/*/test', 'tools/stripe-simulator/test']),
    project('stack', ['tools/{stack,seed,testing}/test']),
    project('e2e', ['e2e']),
    // Only by `npm run test:containers`, which starts the shop in containers.
    project('containers', ['tools/containers/test']),
  ],
  // Only for tests that hang: whatever a test waits for has a shorter timeout of its own.
  testTimeout: 120_000,
  maxWorkers: availableParallelism(),
  // Modules of the project stay in memory for each test file: a worker that has grown this much is replaced.
  workerIdleMemoryLimit: '2GB',
  testSequencer: '<rootDir>/tools/testing/jest/heaviest-first.mjs',
};
