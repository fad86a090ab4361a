import { availableParallelism } from 'node:os';

/**
 * `npm test` names the test files (tools/testing/test-files.mjs) and, for screens, another environment.
 * @type {import('jest').Config}
 */
export default {
  roots: ['packages', 'services', 'web', 'tools', 'e2e'].map((folder) => `<rootDir>/${folder}`),
  // Node's own module loader instead of Jest's: see native-test-runner.mjs.
  testRunner: '<rootDir>/tools/testing/jest/native-test-runner.mjs',
  testEnvironment: '<rootDir>/tools/testing/jest/native-environment.mjs',
  transform: {},
  testMatch: ['**/*.test.{ts,tsx}'],
  modulePathIgnorePatterns: ['/dist/', '/\\.tsc/', '/\\.stack'],
  reporters: ['<rootDir>/tools/testing/jest/reporter.mjs'],
  // Only for tests that hang: whatever a test waits for has a shorter timeout of its own. SLOWNESS: see tools/testing/slowness.ts.
  testTimeout: 120_000 * Number(process.env.SLOWNESS ?? 1),
  maxWorkers: availableParallelism(),
  // Modules of the project stay in memory for each test file: a worker that has grown this much is replaced.
  workerIdleMemoryLimit: '2GB',
  testSequencer: '<rootDir>/tools/testing/jest/heaviest-first.mjs',
};
