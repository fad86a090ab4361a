import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { coveredFolders } from '../changed-tests.ts';
import { ROOT } from '../run-command.ts';

const journeys = readdirSync(join(ROOT, 'e2e')).filter((name) => name.endsWith('.test.ts'));
const covered = journeys.flatMap((name) => coveredFolders(readFileSync(join(ROOT, 'e2e', name), 'utf8')) ?? []);
const foldersIn = (parent: string): string[] => readdirSync(join(ROOT, parent)).map((name) => `${parent}/${name}`);

test('when a file of journeys names what it covers, then lists in braces are read', () => {
  expect(coveredFolders('// Covers: services/orders, web/src/features/{payment,receipt}\nimport')).toEqual([
    'services/orders',
    'web/src/features/payment',
    'web/src/features/receipt',
  ]);
  expect(coveredFolders('import')).toBeUndefined();
});

test('when a folder is named, then it exists', () => {
  expect(covered.filter((folder) => !existsSync(join(ROOT, folder)))).toEqual([]);
});

test('when a service or a web feature is added, then a file of journeys must cover it', () => {
  const all = [...foldersIn('services'), ...foldersIn('web/src/features')];
  expect(all.filter((folder) => !covered.includes(folder) && !covered.some((parent) => folder.startsWith(`${parent}/`)))).toEqual([]);
});
