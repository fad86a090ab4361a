import { describe, expect, test } from '@jest/globals';
import type { PaymentEvent, PaymentState } from './payment-state.ts';
import { openingState, paymentReducer, waitBefore } from './payment-state.ts';

const after = (from: PaymentState, ...events: PaymentEvent[]): PaymentState => events.reduce(paymentReducer, from);
const entering = openingState('open');
const recorded: PaymentEvent = { type: 'recorded', orderNumber: '12345678' };

describe('a payment', () => {
  test('when the card is accepted and the order stands, it is complete', () => {
    expect(after(entering, { type: 'submitted' }, { type: 'confirmed' }, recorded)).toEqual({ step: 'completed', orderNumber: '12345678' });
  });

  test('when the button is pressed twice, the second press changes nothing', () => {
    const once = after(entering, { type: 'submitted' });
    expect(after(once, { type: 'submitted' })).toBe(once);
  });

  test('when fields are wrong, the card can be entered again without an error of the payment', () => {
    expect(after(entering, { type: 'submitted' }, { type: 'card-incomplete' })).toEqual({ step: 'entering', problem: null });
  });

  test('when the card is declined, the reason shows and another try is possible', () => {
    const declined = after(entering, { type: 'submitted' }, { type: 'declined', message: '残高が不足しています。' });
    expect(declined).toEqual({ step: 'entering', problem: '残高が不足しています。' });
    expect(after(declined, { type: 'submitted' })).toEqual({ step: 'confirming' });
  });

  test('when no answer comes to the card, the outcome is unclear and asked for, never failed', () => {
    expect(after(entering, { type: 'submitted' }, { type: 'outcome-unknown' })).toEqual({ step: 'checking', tries: 0, isUnclear: true });
  });

  test('when the shop does not know yet, it stays unclear and is asked again later and later', () => {
    const state = after(entering, { type: 'submitted' }, { type: 'confirmed' }, { type: 'still-pending' }, { type: 'still-pending' });
    expect(state).toEqual({ step: 'checking', tries: 2, isUnclear: true });
    expect([0, 1, 2, 3, 20].map(waitBefore)).toEqual([0, 1500, 3000, 6000, 30_000]);
  });

  test('when the issuer asks for its customer, the page leaves and checks on return', () => {
    const left = after(entering, { type: 'submitted' }, { type: 'sent-to-issuer' });
    expect(left).toEqual({ step: 'leaving' });
    expect(after(left, { type: 'came-back' })).toEqual({ step: 'checking', tries: 0, isUnclear: false });
  });

  test('when the customer left the issuer’s page unfinished, it can be opened again or another card be entered', () => {
    const open = after(openingState('submitted'), { type: 'authentication-open', url: 'https://issuer.example' });
    expect(open).toEqual({ step: 'authentication', url: 'https://issuer.example' });
    expect(after(open, { type: 'sent-to-issuer' })).toEqual({ step: 'leaving' });
    expect(after(open, { type: 'not-paid', message: null })).toEqual({ step: 'entering', problem: null });
  });

  test('when the page is reloaded after the card was sent, it asks before anything can be entered', () => {
    expect(openingState('submitted')).toEqual({ step: 'checking', tries: 0, isUnclear: false });
  });

  test('when the shop refuses to answer, it can be asked again', () => {
    const refused = after(openingState('submitted'), { type: 'recording-refused', message: 'ご注文が見つかりませんでした。' });
    expect(refused).toEqual({ step: 'refused', message: 'ご注文が見つかりませんでした。' });
    expect(after(refused, { type: 'asked-again' })).toMatchObject({ step: 'checking' });
  });

  test.each<PaymentEvent>([{ type: 'submitted' }, { type: 'declined', message: 'x' }, { type: 'still-pending' }, { type: 'came-back' }])(
    'when it is complete, a late $type changes nothing',
    (event) => {
      const done = after(openingState('submitted'), recorded);
      expect(after(done, event)).toBe(done);
    },
  );
});
