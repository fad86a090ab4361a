import { describe, expect, test } from '@jest/globals';
import { orderPaid } from '@stagereel/contracts';
import { defineConsumers, type EventHandler, on } from '../src/index.ts';

describe('defineConsumers', () => {
  test('when handlers and subscriptions differ, then the service does not start', () => {
    const handle = async () => undefined;
    const customers = { handlers: [{ type: 'user.deleted', handle }] };
    const erasures = { handlers: [{ type: 'personal-data.erase-requested', handle }] };
    const build = (handlers: EventHandler[]) => () =>
      defineConsumers({ service: 'orders', retryDelaysMs: [], queues: { mails: { handlers }, customers, erasures } });
    expect(build([{ type: 'mail.sent', handle }])).toThrow(/mail\.failed/);
    expect(build([{ type: 'mail.sent', handle }, { type: 'mail.failed', handle }, on(orderPaid, handle)])).toThrow(/order\.paid/);
  });
});
