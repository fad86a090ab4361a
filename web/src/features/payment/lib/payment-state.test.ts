import { describe, expect, test } from '@jest/globals';
import { initialState, type PaymentEvent, type PaymentState, paymentReducer, waitBefore } from './payment-state.ts';

const after = (from: PaymentState, ...events: PaymentEvent[]): PaymentState => events.reduce(paymentReducer, from);
const entering = initialState('open');
const recorded: PaymentEvent = { type: 'recorded', orderNumber: '12345678', statusPath: null };

describe('payment state machine', () => {
  test('when the card is accepted and the order exists, it is complete', () => {
    expect(after(entering, { type: 'submitted' }, { type: 'confirmed' }, recorded)).toEqual({
      step: 'completed',
      order: { orderNumber: '12345678', statusPath: null },
    });
  });

  test('when the button is clicked twice, the second click changes nothing', () => {
    const once = after(entering, { type: 'submitted' });
    expect(after(once, { type: 'submitted' })).toBe(once);
  });

  test('when fields are invalid, the card can be entered again without a payment error', () => {
    expect(after(entering, { type: 'submitted' }, { type: 'card-incomplete' })).toEqual({ step: 'entering', problem: null });
  });

  test('when the card is declined, the reason is shown and another attempt is possible (customer 8.10)', () => {
    const declined = after(entering, { type: 'submitted' }, { type: 'declined', message: '残高が不足しています。' });
    expect(declined).toEqual({ step: 'entering', problem: '残高が不足しています。' });
    expect(after(declined, { type: 'submitted' })).toEqual({ step: 'confirming' });
  });

  test('when there is no response to the card, the outcome is unclear and checked, never failed', () => {
    expect(after(entering, { type: 'submitted' }, { type: 'outcome-unknown' })).toEqual({ step: 'checking', tries: 0, isUnclear: true });
  });

  test('when the server does not know the outcome yet, it is checked again with growing delays', () => {
    const state = after(entering, { type: 'submitted' }, { type: 'confirmed' }, { type: 'still-pending' }, { type: 'still-pending' });
    expect(state).toEqual({ step: 'checking', tries: 2, isUnclear: true });
    expect([0, 1, 2, 3, 20].map(waitBefore)).toEqual([0, 1500, 3000, 6000, 30_000]);
  });

  test('when the customer comes back from the issuer’s page, the outcome is checked', () => {
    expect(after(entering, { type: 'submitted' }, { type: 'came-back' })).toEqual({ step: 'checking', tries: 0, isUnclear: false });
  });

  test('when the customer did not finish the authentication, it can be opened again or another card entered', () => {
    const open = after(initialState('submitted'), { type: 'authentication-open', url: 'https://issuer.example' });
    expect(open).toEqual({ step: 'authentication', url: 'https://issuer.example' });
    const left = after(open, { type: 'sent-to-issuer' });
    expect(left).toEqual({ step: 'leaving' });
    expect(after(left, { type: 'came-back' })).toEqual({ step: 'checking', tries: 0, isUnclear: false });
    expect(after(open, { type: 'not-paid', message: null })).toEqual({ step: 'entering', problem: null });
  });

  test('when the page is reloaded after the card was sent, the outcome is checked before anything can be entered', () => {
    expect(initialState('submitted')).toEqual({ step: 'checking', tries: 0, isUnclear: false });
  });

  test('when the server refuses to report the outcome, the customer can check again', () => {
    const refused = after(initialState('submitted'), { type: 'recording-refused', message: 'ご注文が見つかりませんでした。' });
    expect(refused).toEqual({ step: 'refused', message: 'ご注文が見つかりませんでした。' });
    expect(after(refused, { type: 'asked-again' })).toMatchObject({ step: 'checking' });
  });

  test.each<PaymentEvent>([{ type: 'submitted' }, { type: 'declined', message: 'x' }, { type: 'still-pending' }, { type: 'came-back' }])(
    'when it is complete, a late $type changes nothing',
    (event) => {
      const done = after(initialState('submitted'), recorded);
      expect(after(done, event)).toBe(done);
    },
  );
});
