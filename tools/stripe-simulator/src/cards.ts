/** How each test card is declined, by Stripe's decline code. https://docs.stripe.com/declines/codes */
export const declines = {
  generic_decline: { code: 'card_declined', message: 'Your card was declined.' },
  insufficient_funds: { code: 'card_declined', message: 'Your card has insufficient funds.' },
  lost_card: { code: 'card_declined', message: 'Your card was declined.' },
  stolen_card: { code: 'card_declined', message: 'Your card was declined.' },
  expired_card: { code: 'expired_card', message: 'Your card has expired.' },
  incorrect_cvc: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  processing_error: { code: 'processing_error', message: 'An error occurred while processing your card. Try again in a little bit.' },
  card_velocity_exceeded: { code: 'card_declined', message: 'Your card was declined for exceeding its limit or for repeated attempts.' },
  test_mode_live_card: { code: 'card_declined', message: 'Your card was declined. It is no test card.' },
};
export type Decline = keyof typeof declines;

/** How a card behaves when it is charged. */
export type CardScenario = 'approved' | 'disputed' | 'authentication_required' | 'authentication_then_declined' | Decline;

export const isDecline = (scenario: CardScenario): scenario is Decline => scenario in declines;

export type CardBrand = 'amex' | 'diners' | 'discover' | 'jcb' | 'mastercard' | 'unionpay' | 'visa';

/** `token`: the test payment method, by which a server charges the card. */
export type TestCard = { number: string; brand: CardBrand; scenario: CardScenario; token: string };

const card = (number: string, brand: CardBrand, scenario: CardScenario, token: string): TestCard => ({ number, brand, scenario, token });

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
  card('4000000000000002', 'visa', 'generic_decline', 'pm_card_visa_chargeDeclined'),
  card('4000000000009995', 'visa', 'insufficient_funds', 'pm_card_visa_chargeDeclinedInsufficientFunds'),
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
