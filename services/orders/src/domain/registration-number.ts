const FORM = /^T[1-9]\d{12}$/;

/**
 * Whether a text can be the number of a qualified invoice issuer: T and 13 digits, the first of which checks the other twelve, counted from
 * the right with the weights 1 and 2 in turn. Source: National Tax Agency, https://www.houjin-bangou.nta.go.jp/documents/checkdigit.pdf
 */
export const isRegistrationNumber = (text: string): boolean => {
  if (!FORM.test(text)) return false;
  const [check, ...rest] = [...text.slice(1)].map(Number);
  const weighted = rest.reverse().reduce((sum, digit, place) => sum + digit * (place % 2 === 0 ? 1 : 2), 0);
  return check === 9 - (weighted % 9);
};
