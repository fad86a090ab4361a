import Sequencer from '@jest/test-sequencer';
import { weigh } from '../test-files.mjs';

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
