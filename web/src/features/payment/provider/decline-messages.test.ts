import { describe, expect, test } from '@jest/globals';
import { declineMessage } from './decline-messages.ts';

describe('declineMessage', () => {
  test('when the decline code is known, it says more than the error code', () => {
    const message = declineMessage({
      code: 'card_declined',
      declineCode: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
    });
    expect(message).toBe('カードの利用可能額が不足しています。別のカードでお試しください。');
  });

  test('when the card was reported lost or stolen, it is told as a plain refusal', () => {
    const plain = declineMessage({ code: 'card_declined', declineCode: 'generic_decline' });
    expect(declineMessage({ code: 'card_declined', declineCode: 'stolen_card' })).toBe(plain);
  });

  test('when no code is known, the provider’s own words are shown, and without them the shop’s', () => {
    expect(declineMessage({ code: 'brand_new', message: '新しい理由です。' })).toBe('新しい理由です。');
    expect(declineMessage({})).toBe('決済処理中にエラーが発生しました');
  });
});
