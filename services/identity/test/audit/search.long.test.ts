import { beforeAll, describe, test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import { expectAllEntriesInOrder, readAllPages, storeManyEntries } from '../support/audit-entries.ts';
import type { Browser } from '../support/browser.ts';
import { signInAdmin, startIdentity } from '../support/identity.ts';

const identity = useService(() => startIdentity());
let admin: Browser;
beforeAll(async () => {
  admin = (await signInAdmin(identity)).browser;
  await storeManyEntries(identity);
});

describe('audit log pages', () => {
  test('when the page size is 7, then pages neither skip nor repeat entries, newest first', async () => {
    expectAllEntriesInOrder(await readAllPages(admin, { limit: '7', targetType: 'athlete' }));
  });
});
