import { expect, test } from '@jest/globals';
import { wrongLogLines } from '@stagereel/service-kit/testing';
import { command, containersOf } from '../src/compose.ts';

test.each(['gateway', 'catalog', 'orders', 'media', 'notify', 'identity'])(
  'when %s writes to its standard output, then every line has the documented shape',
  async (service) => {
    const [container = ''] = await containersOf(service);
    const log = await command('docker', 'logs', container);
    expect(log).toContain('request completed');
    expect(wrongLogLines({ service, log })).toEqual([]);
  },
);
