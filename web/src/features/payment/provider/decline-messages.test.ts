import { describe, expect, test } from '@jest/globals';
import { declineMessage } from './decline-messages.ts';

describe('declineMessage', () => {
  test('when the decline code is known, its text is more specific than the error code’s', () => {
    const message = declineMessage({
      code: 'card_declined',
      declineCode: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
    });
    expect(message).toBe('カードの利用可能額が不足しています。別のカードでお試しください。');
  });

  test('when the card was reported lost or stolen, the text is a generic refusal', () => {
    const plain = declineMessage({ code: 'card_declined', declineCode: 'generic_decline' });
    expect(declineMessage({ code: 'card_declined', declineCode: 'stolen_card' })).toBe(plain);
  });

  test('when no code is known, the provider’s text is shown, else the shop’s (customer 8.10)', () => {
    expect(declineMessage({ code: 'brand_new', message: '新しい理由です。' })).toBe('新しい理由です。');
    expect(declineMessage({})).toBe('決済処理中にエラーが発生しました');
  });
});
