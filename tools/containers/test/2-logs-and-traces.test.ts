import { expect, test } from '@jest/globals';
import { wrongLogLines } from '@stagereel/service-kit/testing';
import { command, containersOf } from '../src/compose.ts';
import { openShop } from '../src/shop.ts';

/** A request that each service responds to, or refuses. */
const REQUESTS = {
  gateway: '/api/unknown',
  catalog: '/api/contests/unknown',
  orders: '/api/orders',
  media: '/api/media',
  notify: '/api/email-status',
  identity: '/api/auth/check',
};

test.each(Object.entries(REQUESTS))(
  'when %s writes to its standard output, then every line has the documented shape',
  async (service, path) => {
    const { gateway } = await openShop();
    await fetch(`${gateway}${path}`);
    const [container = ''] = await containersOf(service);
    const log = await command('docker', 'logs', container);
    expect(log).toContain(path);
    expect(wrongLogLines({ service, log })).toEqual([]);
  },
);
