import { ApiError, resourceMissing } from './api-error.ts';
import { isCardNumber } from './browser/card-fields.ts';
import { brandOf, type CardBrand, type CardScenario, testCards } from './cards.ts';
import { type Context, newId, seconds } from './context.ts';
import type { CardParams } from './params.ts';
import type { PaymentMethod } from './stripe-types.ts';

/** Validates card details and stores brand and last four digits, but never the number. Throws a 402 `card_error` that names the invalid field. */
export function createPaymentMethod(context: Context, { card, billing_details }: CardParams): PaymentMethod {
  const number = card.number.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number) || !isCardNumber(number)) throw refusal('incorrect_number', 'number');
  const { month, year } = checkExpiry(context, card);
  const brand = brandOf(number);
  const isCvc = brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/;
  if (card.cvc !== undefined && !isCvc.test(card.cvc)) throw refusal('invalid_cvc', 'cvc');
  const scenario = testCards.find((known) => known.number === number)?.scenario ?? 'test_mode_live_card';
  return store(context, { brand, number, month, year, scenario, name: billing_details?.name ?? null });
}

/** Finds a payment method by id, or creates one from a test token such as `pm_card_visa`. Throws a 400 when it does not exist. */
export function resolvePaymentMethod(context: Context, id: string): PaymentMethod {
  const existing = context.store.get('payment_methods', id);
  if (existing) return existing;
  const card = testCards.find(({ token }) => token === id);
  if (!card) throw resourceMissing({ noun: 'PaymentMethod', id, param: 'payment_method', status: 400 });
  return store(context, { ...card, month: 12, year: context.now().getUTCFullYear() + 1, name: null });
}

type NewCard = { brand: CardBrand; number: string; month: number; year: number; scenario: CardScenario; name: string | null };

function store(context: Context, { brand, number, month, year, scenario, name }: NewCard): PaymentMethod {
  return context.store.put('payment_methods', {
    id: newId('pm'),
    object: 'payment_method',
    billing_details: { name },
    card: { brand, exp_month: month, exp_year: year, last4: number.slice(-4) },
    created: seconds(context),
    scenario,
    type: 'card',
  });
}

/** A card is valid until the end of its month. A year of two digits is in this century. */
function checkExpiry({ now }: Context, card: CardParams['card']): { month: number; year: number } {
  const month = Number(card.exp_month);
  if (!/^\d{1,2}$/.test(card.exp_month) || month < 1 || month > 12) throw refusal('invalid_expiry_month', 'exp_month');
  const year = Number(card.exp_year.length === 2 ? `20${card.exp_year}` : card.exp_year);
  if (!/^(\d{2}|\d{4})$/.test(card.exp_year) || year > now().getUTCFullYear() + 50) throw refusal('invalid_expiry_year', 'exp_year');
  if (Date.UTC(year, month) <= now().getTime()) throw refusal('expired_card', 'exp_year');
  return { month, year };
}

const refusal = (code: string, param: string): ApiError =>
  new ApiError(402, { type: 'card_error', code, param, message: `Your card's ${param} is invalid (${code}).` });
