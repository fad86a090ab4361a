import { test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import { expectBulkSpeedup } from '../support/bulk-speed.ts';
import { startTestRosters } from '../support/rosters.ts';

const rosters = useService(startTestRosters);

// A small case of bulk-speed.long.test.ts: with fewer athletes, the fixed cost of a request counts for more.
test('when 200 athletes are created, changed, deleted, restored or imported in bulk, then each takes less time than alone', async () => {
  await expectBulkSpeedup(rosters, { bulk: 200, single: 20, rounds: 1, minSpeedup: 2 });
});
