import { describe, expect, test } from '@jest/globals';
import { ORDER_STATUSES } from '@stagereel/contracts';
import { defineLifeCycle } from './life-cycle.ts';
import { fulfilmentLifeCycle, PAYMENT_STATES, paymentLifeCycle } from './order-life-cycle.ts';

describe('defineLifeCycle', () => {
  const table = { name: 'lamp', initial: 'off' } as const;

  test('when a move leads nowhere, then it says which', () => {
    const moves = { off: ['on', 'broken' as 'on'], on: ['off'] } as const;
    expect(() => defineLifeCycle<'off' | 'on'>({ ...table, moves })).toThrow('lamp: off may become broken, which is no state of it');
  });

  test('when a state may become itself, then it is refused', () => {
    expect(() => defineLifeCycle<'off' | 'on'>({ ...table, moves: { off: ['on'], on: ['on'] } })).toThrow('lamp: on may become itself');
  });

  test('when nothing leads to a state, then it is refused', () => {
    expect(() => defineLifeCycle<'off' | 'on'>({ ...table, moves: { off: [], on: ['off'] } })).toThrow(
      'lamp: nothing leads from off to on',
    );
  });

  test('when a table is right, then it tells from where a state can be reached', () => {
    const lamp = defineLifeCycle<'off' | 'on'>({ ...table, moves: { off: ['on'], on: ['off'] } });
    expect(lamp.sourcesOf('on')).toEqual(['off']);
  });
});

describe('an order', () => {
  test.each([
    ['awaiting', []],
    ['paid', ['awaiting', 'cancelled']],
    ['cancelled', ['awaiting']],
    ['flagged', ['awaiting', 'cancelled']],
  ] as const)('its payment becomes %s only from %j', (state, sources) => {
    expect([...paymentLifeCycle.sourcesOf(state)].sort()).toEqual([...sources]);
    expect(PAYMENT_STATES).toContain(state);
  });

  test.each([
    ['未対応', ['対応済み', '納品済み']],
    ['完了', ['未対応']],
    ['納品済み', ['完了', '未対応']],
    ['対応済み', ['完了', '未対応']],
  ] as const)('its fulfilment becomes %s only from %j', (status, sources) => {
    expect([...fulfilmentLifeCycle.sourcesOf(status)].sort()).toEqual([...sources]);
    expect(ORDER_STATUSES).toContain(status);
  });
});
