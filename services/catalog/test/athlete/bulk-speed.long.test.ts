import { test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import { expectBulkSpeedup } from '../support/bulk-speed.ts';
import { startTestRosters } from '../support/rosters.ts';

const rosters = useService(startTestRosters);

test('when 2,000 athletes are created, changed, deleted, restored or imported in bulk, then each takes far less time than alone (admin 9.11)', async () => {
  await expectBulkSpeedup(rosters, { bulk: 2000, single: 40, rounds: 2, minSpeedup: 8 });
}, 240_000);
