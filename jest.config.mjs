import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));

const transform = (tsx) => ({
  '\\.tsx?$': [
    '@swc/jest',
    {
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', tsx },
        transform: { react: { runtime: 'automatic' } },
      },
      module: { type: 'es6' },
    },
  ],
});

const project = (displayName, testMatch, more = {}) => ({
  displayName,
  rootDir: here,
  testEnvironment: 'node',
  testMatch,
  transform: transform(true),
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/\\.tsc/', '/\\.stack'],
  watchPathIgnorePatterns: ['/\\.stack'],
  modulePathIgnorePatterns: ['/dist/', '/\\.tsc/', '/\\.stack'],
  ...more,
});

/** @type {import('jest').Config} */
export default {
  projects: [
    project('unit', [
      '<rootDir>/{packages,web}/**/*.test.{ts,tsx}',
      '<rootDir>/services/*/src/**/*.test.{ts,tsx}',
      '<rootDir>/tools/soak/src/**/*.test.ts',
    ]),
    project('component', ['<rootDir>/services/*/test/**/*.test.{ts,tsx}', '<rootDir>/tools/stripe-simulator/test/**/*.test.ts']),
    project('stack', ['<rootDir>/tools/stack/test/**/*.test.ts', '<rootDir>/tools/seed/test/**/*.test.ts']),
    project('e2e', ['<rootDir>/e2e/**/*.test.ts']),
  ],
  // What a test waits for has limits of its own; this one is for what hangs, on a busy machine as well.
  testTimeout: 120_000,
  maxWorkers: 2,
  testSequencer: '<rootDir>/tools/heaviest-first.mjs',
};
