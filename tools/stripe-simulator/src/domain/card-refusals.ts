import type { CardScenario, Language } from '../rows.ts';

export type DeclineScenario = Exclude<CardScenario, 'approved' | 'disputed' | 'authentication_required' | 'authentication_then_declined'>;

type Decline = { code: string; declineCode: string; message: Record<Language, string> };

const declined = { en: 'Your card was declined.', ja: 'カードが拒否されました。別のカードをお試しください。' };

/** How each declining card is refused: https://docs.stripe.com/declines/codes */
export const declines: Record<DeclineScenario, Decline> = {
  generic_decline: { code: 'card_declined', declineCode: 'generic_decline', message: declined },
  insufficient_funds: {
    code: 'card_declined',
    declineCode: 'insufficient_funds',
    message: { en: 'Your card has insufficient funds.', ja: 'カードの利用可能額が不足しています。別のカードをお試しください。' },
  },
  lost_card: { code: 'card_declined', declineCode: 'lost_card', message: declined },
  stolen_card: { code: 'card_declined', declineCode: 'stolen_card', message: declined },
  expired_card: {
    code: 'expired_card',
    declineCode: 'expired_card',
    message: { en: 'Your card has expired.', ja: 'カードの有効期限が切れています。別のカードをお試しください。' },
  },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    declineCode: 'incorrect_cvc',
    message: {
      en: "Your card's security code is incorrect.",
      ja: 'カードのセキュリティコードが正しくありません。もう一度ご確認ください。',
    },
  },
  processing_error: {
    code: 'processing_error',
    declineCode: 'processing_error',
    message: {
      en: 'An error occurred while processing your card. Try again in a little bit.',
      ja: 'カードの処理中にエラーが発生しました。しばらくしてからもう一度お試しください。',
    },
  },
  card_velocity_exceeded: {
    code: 'card_declined',
    declineCode: 'card_velocity_exceeded',
    message: {
      en: 'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
      ja: 'カードの利用回数または利用限度額を超えています。別のカードをお試しください。',
    },
  },
  test_mode_live_card: {
    code: 'card_declined',
    declineCode: 'test_mode_live_card',
    message: {
      en: 'Your card was declined. The request was in test mode, but the card is no test card.',
      ja: 'テスト環境では本物のカードは使えません。テスト用のカード番号を入力してください。',
    },
  },
};

/** Errors of invalid card details, which are found before anything is charged. */
export const detailRefusals = {
  incorrect_number: {
    param: 'number',
    message: { en: 'Your card number is incorrect.', ja: 'カード番号が正しくありません。もう一度ご確認ください。' },
  },
  invalid_expiry_month: {
    param: 'exp_month',
    message: {
      en: "Your card's expiration month is invalid.",
      ja: 'カードの有効期限の月が正しくありません。もう一度ご確認ください。',
    },
  },
  invalid_expiry_year: {
    param: 'exp_year',
    message: {
      en: "Your card's expiration year is invalid.",
      ja: 'カードの有効期限の年が正しくありません。もう一度ご確認ください。',
    },
  },
  expired_card: { param: 'exp_year', message: declines.expired_card.message },
  invalid_cvc: {
    param: 'cvc',
    message: {
      en: "Your card's security code is invalid.",
      ja: 'カードのセキュリティコードの桁数が正しくありません。もう一度ご確認ください。',
    },
  },
} satisfies Record<string, { param: string; message: Record<Language, string> }>;

export const authenticationFailure: Record<Language, string> = {
  en: 'The card could not be authenticated. Confirm again with the same or another payment method.',
  ja: '本人認証が完了しませんでした。もう一度お試しいただくか、別のカードをご利用ください。',
};
