import { MAX_PRICE, normalise, PRICE_STEP } from '@stagereel/contracts';

const PRICE_ERROR = `0円から${MAX_PRICE.toLocaleString('ja-JP')}円まで、100円単位で入力してください。`;

/** Parses yen as people type them: full-width digits, commas, ¥ and 円 are accepted. Empty input means no own price. */
export const parsePrice = (text: string): { price: number | null } | { error: string } => {
  const digits = normalise(text).replace(/[,、¥円\s]/gu, '');
  if (digits === '') return { price: null };
  const price = /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
  return price <= MAX_PRICE && price % PRICE_STEP === 0 ? { price } : { error: PRICE_ERROR };
};

/** Parses a positive integer, else null. */
export const parseCount = (text: string): number | null => {
  const digits = normalise(text);
  const count = /^\d+$/.test(digits) ? Number(digits) : 0;
  return count >= 1 && Number.isSafeInteger(count) ? count : null;
};
