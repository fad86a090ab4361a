import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/** Some files of journeys only list those of a folder: what they weigh is there. */
const JOURNEY = /from '(\.\/journeys\/[^']+)'/g;

/**
 * The size of a test file with the journeys it takes in, in bytes.
 * @param {string} path
 */
function weigh(path) {
  const journeys = [...readFileSync(path, 'utf8').matchAll(JOURNEY)].map(([, file]) => join(dirname(path), String(file)));
  return [path, ...journeys].reduce((sum, file) => sum + statSync(file).size, 0);
}

/**
 * Begins with the files that take longest, so that no worker is left alone with one at the end: by how long they took in the last run
 * (as Jest itself does), and in a fresh clone by their size.
 */
export default class HeaviestFirst extends Sequencer {
  /**
   * @override
   * @param {Parameters<Sequencer['sort']>[0]} tests
   */
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.every(({ duration }) => duration !== undefined)) return sorted;
    return sorted.toSorted((a, b) => weigh(b.path) - weigh(a.path));
  }
}
