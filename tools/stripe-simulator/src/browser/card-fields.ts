export type CardFields = { number: string; expiry: string; cvc: string };
export type CardField = keyof CardFields;
type CardErrors = Partial<Record<CardField, string>>;
export type Card = { number: string; expMonth: number; expYear: number; cvc: string };

/** The order of the fields on the screen. */
export const CARD_FIELDS: readonly CardField[] = ['number', 'expiry', 'cvc'];

const digitsOf = (text: string): string => text.normalize('NFKC').replace(/\D/gu, '');

/** Whether the check digit of ISO/IEC 7812-1 is right. */
export const isCardNumber = (digits: string): boolean => {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
};

/** `12/30`, `1230`, `１２／３０` or `12 / 2030` → December 2030; null for anything else. */
export const parseExpiry = (text: string): { month: number; year: number } | null => {
  const plain = text.normalize('NFKC').replace(/\s/gu, '');
  const [, monthText, yearText] = /^(\d{1,2})[/-](\d{2}|\d{4})$/u.exec(plain) ?? /^(\d{2})(\d{2}|\d{4})$/u.exec(plain) ?? [];
  if (monthText === undefined || yearText === undefined) return null;
  const month = Number(monthText);
  const year = yearText.length === 2 ? 2000 + Number(yearText) : Number(yearText);
  return month >= 1 && month <= 12 ? { month, year } : null;
};

/** A card is valid until the end of its month. */
const isPast = ({ month, year }: { month: number; year: number }, now: Date): boolean =>
  year < now.getFullYear() || (year === now.getFullYear() && month < now.getMonth() + 1);

/** The number in groups, as printed on the card. */
export const groupNumber = (text: string): string => digitsOf(text).replace(/(\d{4})(?=\d)/gu, '$1 ');

/** The month and the year with a slash between them: the numeric keyboard of a phone has none. */
export const separateExpiry = (text: string): string => {
  const digits = text.normalize('NFKC');
  if (!/^\d+$/u.test(digits)) return text;
  const monthFirst = /^[2-9]/u.test(digits) ? `0${digits}` : digits;
  return monthFirst.length > 2 ? `${monthFirst.slice(0, 2)}/${monthFirst.slice(2)}` : monthFirst;
};

/** The card brands that the form names, by the first digits of the number. */
const brandPatterns = {
  Visa: /^4/u,
  Mastercard: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/u,
  JCB: /^35(2[89]|[3-8])/u,
  'American Express': /^3[47]/u,
  'Diners Club': /^3(0[0-5]|[689])/u,
} as const;
export type CardBrand = keyof typeof brandPatterns;
export const CARD_BRANDS = Object.keys(brandPatterns) as CardBrand[];

/** The brand of a number, as soon as its first digits tell; null before, and for any other brand. */
export const brandOf = (number: string): CardBrand | null => {
  const digits = digitsOf(number);
  return CARD_BRANDS.find((brand) => brandPatterns[brand].test(digits)) ?? null;
};

type CheckedCard = { ok: true; card: Card } | { ok: false; errors: CardErrors };

const expiryProblem = (expiry: ReturnType<typeof parseExpiry>, now: Date): string | undefined => {
  if (expiry === null) return '有効期限を「月/年」の形式で入力してください（例：12/30）。';
  return isPast(expiry, now) ? 'カードの有効期限が切れています。有効期限をご確認ください。' : undefined;
};

const numberProblem = (number: string): string | undefined => {
  if (number === '') return 'カード番号を入力してください。';
  const isNumber = number.length >= 12 && number.length <= 19 && isCardNumber(number);
  return isNumber ? undefined : 'カード番号が正しくありません。もう一度ご確認ください。';
};

/** The card in the provider's format, or the errors by field. */
export const checkCard = (fields: CardFields, now: Date): CheckedCard => {
  const number = digitsOf(fields.number);
  const cvc = digitsOf(fields.cvc);
  const expiry = parseExpiry(fields.expiry);
  const problems: CardErrors = {
    number: numberProblem(number),
    expiry: expiryProblem(expiry, now),
    cvc: /^\d{3,4}$/u.test(cvc) ? undefined : 'セキュリティコード（3桁または4桁の数字）を入力してください。',
  };
  if (expiry === null || Object.values(problems).some((problem) => problem !== undefined)) return { ok: false, errors: problems };
  return { ok: true, card: { number, expMonth: expiry.month, expYear: expiry.year, cvc } };
};
