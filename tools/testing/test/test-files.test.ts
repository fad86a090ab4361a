import { relative } from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOT } from '../run-command.ts';
import { kindOf, listTests, NEEDS, readArguments } from '../test-files.mjs';

test.each([
  ['services/orders/src/domain/line/line.test.ts', 'unit'],
  ['packages/contracts/test/tax.test.ts', 'unit'],
  ['packages/service-kit/src/server/encodings.test.ts', 'unit'],
  ['packages/service-kit/test/outbox.test.ts', 'component'],
  ['services/orders/test/refund/refund.test.ts', 'component'],
  ['tools/stripe-simulator/test/cards.test.ts', 'component'],
  ['web/src/lib/query-client.test.ts', 'unit'],
  ['web/test/home/hero-video.test.tsx', 'screen'],
  ['tools/stack/test/backing.test.ts', 'stack'],
  ['tools/testing/test/supply.test.ts', 'tools'],
  ['e2e/customers.test.ts', 'e2e'],
])('when a test file is %s, then it is a %s test', (path, kind) => {
  expect(kindOf(path)).toBe(kind);
});

test('when only unit or screen tests are chosen, then neither servers nor programs are needed', () => {
  expect([NEEDS.unit, NEEDS.screen]).toEqual([
    { servers: false, programs: [] },
    { servers: false, programs: [] },
  ]);
});

test('when a part of a path is given, then the tests below it are chosen, long ones only in a long run', () => {
  const chosen = (options: Parameters<typeof listTests>[0]) => listTests(options).map((path) => relative(ROOT, path));
  expect(chosen({ paths: ['tools/testing/test/test-files'] })).toEqual(['tools/testing/test/test-files.test.ts']);
  expect(chosen({ paths: [`${ROOT}tools/testing/test/test-files.test.ts`] })).toEqual(['tools/testing/test/test-files.test.ts']);
  expect(chosen({ paths: ['e2e/first-load'] })).toEqual([]);
  expect(chosen({ paths: ['e2e/first-load'], isLong: true })).toEqual(['e2e/first-load.long.test.ts']);
  expect(chosen({}).some((path) => path.startsWith('tools/containers/'))).toBe(false);
});

test('when no test is chosen by the arguments, then it is a whole run with the static checks', () => {
  expect(readArguments([]).isWholeRun).toBe(true);
  for (const args of [['web'], ['--changed'], ['--long'], ['-t', 'name']])
    expect([args, readArguments(args).isWholeRun]).toEqual([args, false]);
  expect(readArguments(['--changed']).changed).toBe('main');
  expect(readArguments(['--changed=HEAD~3']).changed).toBe('HEAD~3');
  expect(() => readArguments(['--unknown'])).toThrow('--unknown');
});
