/** Texts for a declined card, by the provider's decline code or error code. https://docs.stripe.com/declines/codes */
const messages: Readonly<Record<string, string>> = {
  card_declined: 'カードが利用できませんでした。別のカードでお試しいただくか、カード会社にお問い合わせください。',
  insufficient_funds: 'カードの利用可能額が不足しています。別のカードでお試しください。',
  card_velocity_exceeded: 'カードの利用回数または限度額を超えています。別のカードでお試しください。',
  withdrawal_count_limit_exceeded: 'カードの利用限度額を超えています。別のカードでお試しください。',
  expired_card: 'カードの有効期限が切れています。有効期限をご確認いただくか、別のカードでお試しください。',
  incorrect_cvc: 'セキュリティコードが正しくありません。もう一度ご確認ください。',
  invalid_cvc: 'セキュリティコードが正しくありません。もう一度ご確認ください。',
  incorrect_number: 'カード番号が正しくありません。もう一度ご確認ください。',
  invalid_number: 'カード番号が正しくありません。もう一度ご確認ください。',
  invalid_expiry_month: '有効期限の月が正しくありません。もう一度ご確認ください。',
  invalid_expiry_year: '有効期限の年が正しくありません。もう一度ご確認ください。',
  processing_error: 'カードの処理中にエラーが発生しました。しばらくしてからもう一度お試しください。',
  authentication_required: 'カード会社での本人認証が必要です。もう一度お試しください。',
  payment_intent_authentication_failure:
    'カード会社での本人認証が完了しませんでした。もう一度お試しいただくか、別のカードでお試しください。',
  card_not_supported: 'このカードはご利用いただけません。別のカードでお試しください。',
  currency_not_supported: 'このカードは日本円でのお支払いに対応していません。別のカードでお試しください。',
};

/** Issuers do not want customers to learn that a card was reported; Stripe recommends a generic text. */
const REPORTED_CARD_CODES = new Set([
  'lost_card',
  'stolen_card',
  'fraudulent',
  'merchant_blacklist',
  'pickup_card',
  'restricted_card',
  'security_violation',
]);

const DEFAULT_MESSAGE = '決済処理中にエラーが発生しました';

export type ProviderError = { code?: string; declineCode?: string; message?: string };

/** The Japanese text for a declined card; the provider's text for an unknown code. */
export const declineMessage = ({ code = '', declineCode = '', message }: ProviderError): string => {
  const plain = REPORTED_CARD_CODES.has(declineCode) || REPORTED_CARD_CODES.has(code) ? messages['card_declined'] : undefined;
  return plain ?? messages[declineCode] ?? messages[code] ?? message ?? DEFAULT_MESSAGE;
};
