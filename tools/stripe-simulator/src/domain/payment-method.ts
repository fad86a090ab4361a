import { brandOf, type CardBrand, findTestCard, findTestCardByToken, isCardNumber } from '../cards.ts';
import type { Card, CardScenario, Language } from '../rows.ts';
import type { PaymentMethod } from '../stripe-types.ts';
import { cardError, resourceMissing } from './api-error.ts';
import { detailRefusals } from './card-refusals.ts';
import { type Deps, seconds } from './deps.ts';
import { newId } from './ids.ts';

/** Card details as a browser sends them: text, as typed. */
export type CardDetails = { number: string; exp_month: string; exp_year: string; cvc?: string };

export type PaymentMethodInput = { card: CardDetails; billingDetails: { name?: string }; language: Language };

/**
 * Validates card details and stores brand and last four digits, but never the number.
 * Throws a 402 `card_error` that names the invalid field.
 */
export function createPaymentMethod(deps: Deps, input: PaymentMethodInput): PaymentMethod {
  const { card, language } = input;
  const number = card.number.replace(/[\s-]/g, '');
  if (!isCardNumber(number)) throw refusal('incorrect_number', language);
  const expiry = checkExpiry({ card, language, now: deps.now() });
  const brand = brandOf(number);
  checkCvc({ cvc: card.cvc, brand, language });
  return store(deps, {
    brand,
    last4: number.slice(-4),
    ...expiry,
    scenario: findTestCard(number)?.scenario ?? 'test_mode_live_card',
    language,
    billingDetails: input.billingDetails,
    isCvcGiven: card.cvc !== undefined,
  });
}

/** Finds a payment method by id, or creates one from a test token such as `pm_card_visa`. Throws a 400 when it does not exist. */
export function resolvePaymentMethod(deps: Deps, input: { id: string; language: Language }): PaymentMethod {
  const existing = deps.tx.get('payment_methods', input.id);
  if (existing) return existing;
  const testCard = findTestCardByToken(input.id);
  if (!testCard) throw resourceMissing({ noun: 'PaymentMethod', id: input.id, param: 'payment_method', status: 400 });
  return store(deps, {
    brand: testCard.brand,
    last4: testCard.number.slice(-4),
    month: deps.now().getUTCMonth() + 1,
    year: deps.now().getUTCFullYear() + 1,
    scenario: testCard.scenario,
    language: input.language,
    billingDetails: {},
    isCvcGiven: true,
  });
}

/** The card of a payment method. */
export function cardOf(deps: Pick<Deps, 'tx'>, paymentMethod: string): Card {
  const card = deps.tx.get('cards', paymentMethod);
  if (!card) throw new Error(`Payment method ${paymentMethod} has no card`);
  return card;
}

type StoredCard = {
  brand: CardBrand;
  last4: string;
  month: number;
  year: number;
  scenario: CardScenario;
  language: Language;
  billingDetails: { name?: string };
  isCvcGiven: boolean;
};

function store(deps: Deps, card: StoredCard): PaymentMethod {
  const method: PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    billing_details: { name: card.billingDetails.name ?? null },
    card: {
      brand: card.brand,
      checks: { cvc_check: card.isCvcGiven ? cvcCheck(card.scenario) : null },
      exp_month: card.month,
      exp_year: card.year,
      last4: card.last4,
    },
    created: seconds(deps),
    type: 'card',
  };
  deps.tx.put('payment_methods', method);
  deps.tx.put('cards', { id: method.id, scenario: card.scenario, language: card.language });
  return method;
}

const cvcCheck = (scenario: CardScenario) => (scenario === 'incorrect_cvc' ? 'fail' : 'pass');

/** A card is valid until the end of its month. A year of two digits is in this century. */
function checkExpiry(input: { card: CardDetails; language: Language; now: Date }): { month: number; year: number } {
  const month = Number(input.card.exp_month);
  if (!/^\d{1,2}$/.test(input.card.exp_month) || month < 1 || month > 12) throw refusal('invalid_expiry_month', input.language);
  if (!/^(\d{2}|\d{4})$/.test(input.card.exp_year)) throw refusal('invalid_expiry_year', input.language);
  const year = Number(input.card.exp_year.length === 2 ? `20${input.card.exp_year}` : input.card.exp_year);
  const thisYear = input.now.getUTCFullYear();
  if (year > thisYear + 50) throw refusal('invalid_expiry_year', input.language);
  if (Date.UTC(year, month) <= input.now.getTime()) throw refusal('expired_card', input.language);
  return { month, year };
}

function checkCvc(input: { cvc: string | undefined; brand: CardBrand; language: Language }): void {
  if (input.cvc === undefined) return;
  const isValid = input.brand === 'amex' ? /^\d{3,4}$/.test(input.cvc) : /^\d{3}$/.test(input.cvc);
  if (!isValid) throw refusal('invalid_cvc', input.language);
}

function refusal(code: keyof typeof detailRefusals, language: Language) {
  const { param, message } = detailRefusals[code];
  return cardError({ code, param, message: message[language] });
}
