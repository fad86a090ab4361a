import { describe, expect, test } from '@jest/globals';
import { ORDER_STATUSES } from '@stagereel/contracts';
import { fulfilmentStates, PAYMENT_STATES, paymentStates } from './order-states.ts';
import { defineStateMachine } from './state-machine.ts';

describe('defineStateMachine', () => {
  const lamp = { name: 'lamp', initial: 'off' } as const;

  test('when a transition leads to an unknown state, then the error names it', () => {
    const transitions = { off: ['on', 'broken' as 'on'], on: ['off'] } as const;
    expect(() => defineStateMachine<'off' | 'on'>({ ...lamp, transitions })).toThrow('lamp: off has a transition to unknown state broken');
  });

  test('when a state has a transition to itself, then it is refused', () => {
    expect(() => defineStateMachine<'off' | 'on'>({ ...lamp, transitions: { off: ['on'], on: ['on'] } })).toThrow(
      'lamp: on has a transition to itself',
    );
  });

  test('when a state is unreachable, then it is refused', () => {
    expect(() => defineStateMachine<'off' | 'on'>({ ...lamp, transitions: { off: [], on: ['off'] } })).toThrow(
      'lamp: unreachable from off: on',
    );
  });

  test('when a table is valid, then it lists the states that can change to a target', () => {
    const machine = defineStateMachine<'off' | 'on'>({ ...lamp, transitions: { off: ['on'], on: ['off'] } });
    expect(machine.sourcesOf('on')).toEqual(['off']);
  });
});

describe('the states of an order', () => {
  test.each([
    ['awaiting', []],
    ['paid', ['awaiting', 'cancelled']],
    ['cancelled', ['awaiting']],
    ['flagged', ['awaiting', 'cancelled']],
  ] as const)('the payment can change to %s only from %j', (state, sources) => {
    expect([...paymentStates.sourcesOf(state)].sort()).toEqual([...sources]);
    expect(PAYMENT_STATES).toContain(state);
  });

  test.each([
    ['未対応', ['対応済み', '納品済み']],
    ['完了', ['未対応']],
    ['納品済み', ['完了', '未対応']],
    ['対応済み', ['完了', '未対応']],
  ] as const)('the fulfilment can change to %s only from %j (customer 4.3)', (status, sources) => {
    expect([...fulfilmentStates.sourcesOf(status)].sort()).toEqual([...sources]);
    expect(ORDER_STATUSES).toContain(status);
  });
});
