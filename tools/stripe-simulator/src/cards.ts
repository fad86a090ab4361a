import type { CardScenario } from './rows.ts';

export type CardBrand = 'amex' | 'diners' | 'discover' | 'jcb' | 'mastercard' | 'unionpay' | 'visa';

export type TestCard = { number: string; brand: CardBrand; scenario: CardScenario; tokens: string[] };

const card = (number: string, brand: CardBrand, scenario: CardScenario, ...tokens: string[]): TestCard => ({
  number,
  brand,
  scenario,
  tokens,
});

/** Stripe's documented test cards and their test payment methods: https://docs.stripe.com/testing */
export const testCards: readonly TestCard[] = [
  card('4242424242424242', 'visa', 'approved', 'pm_card_visa'),
  card('4000003920000003', 'visa', 'approved', 'pm_card_jp'),
  card('5555555555554444', 'mastercard', 'approved', 'pm_card_mastercard'),
  card('378282246310005', 'amex', 'approved', 'pm_card_amex'),
  card('3566002020360505', 'jcb', 'approved', 'pm_card_jcb'),
  card('6011111111111117', 'discover', 'approved', 'pm_card_discover'),
  card('3056930009020004', 'diners', 'approved', 'pm_card_diners'),
  card('6200000000000005', 'unionpay', 'approved', 'pm_card_unionpay'),
  card('4000000000000002', 'visa', 'generic_decline', 'pm_card_chargeDeclined', 'pm_card_visa_chargeDeclined'),
  card(
    '4000000000009995',
    'visa',
    'insufficient_funds',
    'pm_card_chargeDeclinedInsufficientFunds',
    'pm_card_visa_chargeDeclinedInsufficientFunds',
  ),
  card('4000000000009987', 'visa', 'lost_card', 'pm_card_visa_chargeDeclinedLostCard'),
  card('4000000000009979', 'visa', 'stolen_card', 'pm_card_visa_chargeDeclinedStolenCard'),
  card('4000000000000069', 'visa', 'expired_card', 'pm_card_chargeDeclinedExpiredCard'),
  card('4000000000000127', 'visa', 'incorrect_cvc', 'pm_card_chargeDeclinedIncorrectCvc'),
  card('4000000000000119', 'visa', 'processing_error', 'pm_card_chargeDeclinedProcessingError'),
  card('4000000000006975', 'visa', 'card_velocity_exceeded', 'pm_card_visa_chargeDeclinedVelocityLimitExceeded'),
  card('4000002500003155', 'visa', 'authentication_required', 'pm_card_authenticationRequiredOnSetup'),
  card('4000002760003184', 'visa', 'authentication_required', 'pm_card_authenticationRequired'),
  card('4000000000003220', 'visa', 'authentication_required', 'pm_card_threeDSecure2Required'),
  card('4000008400001629', 'visa', 'authentication_then_declined', 'pm_card_threeDSecureRequiredChargeDeclined'),
  card('4000000000000259', 'visa', 'disputed', 'pm_card_createDispute'),
];

const byNumber = new Map(testCards.map((entry) => [entry.number, entry]));
const byToken = new Map(testCards.flatMap((entry) => entry.tokens.map((token) => [token, entry] as const)));

export const findTestCard = (number: string): TestCard | undefined => byNumber.get(number);
export const findTestCardByToken = (token: string): TestCard | undefined => byToken.get(token);

const brandPrefixes: [CardBrand, RegExp][] = [
  ['amex', /^3[47]/],
  ['diners', /^3[068]/],
  ['jcb', /^35/],
  ['discover', /^6(011|4|5)/],
  ['unionpay', /^62/],
  ['mastercard', /^(5[1-5]|2[2-7])/],
];

/** The brand by the first digits; Visa if no other brand matches. */
export const brandOf = (number: string): CardBrand => brandPrefixes.find(([, prefix]) => prefix.test(number))?.[0] ?? 'visa';

/** Whether the number has the length of a card number and a valid Luhn checksum (ISO/IEC 7812-1). */
export function isCardNumber(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
