import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outcome } from '../outcome.ts';
import { compareQueries, type Index, type Query } from './coverage.ts';
import { knowledge } from './knowledge.ts';

const readRecords = async (folder: string): Promise<{ queries: Query[]; indexes: Index[] }> => {
  const files = (await readdir(folder)).filter((name) => name.startsWith('queries-'));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  const records: (Query | Index)[] = [...new Set(texts.flatMap((text) => text.trim().split('\n')))].map((line) => JSON.parse(line));
  return {
    queries: records.flatMap((record) => ('filter' in record ? [record] : [])),
    indexes: records.flatMap((record) => ('index' in record ? [record] : [])),
  };
};

const hints = {
  uncovered: 'Queries that no declared index serves. Declare one in the model, or add the query to tools/testing/queries/knowledge.ts:',
  unused: 'Declared indexes that no query needs. Remove them from the model:',
  outdated: 'Exceptions in tools/testing/queries/knowledge.ts that no query needs any more:',
};

/**
 * Compares the queries that the services sent during the tests with the indexes that they declared. Only a run of all component tests shows
 * which indexes and exceptions nothing needs.
 */
export const checkQueries = async ({ folder, isComplete }: { folder: string; isComplete: boolean }): Promise<Outcome> => {
  const { queries, indexes } = await readRecords(folder);
  if (queries.length === 0) return { passed: 0, failures: isComplete ? ['No query was recorded'] : [] };
  const { uncovered, unused, outdated } = compareQueries({ queries, indexes, knowledge });
  const found = { uncovered, ...(isComplete && { unused, outdated }) };
  const failures = Object.entries(found)
    .filter(([, texts]) => texts.length > 0)
    .map(([kind, texts]) => [hints[kind as keyof typeof hints], ...texts].join('\n  '));
  for (const failure of failures) console.log(`FAIL ${failure}`);
  return { passed: failures.length === 0 ? 1 : 0, failures };
};
