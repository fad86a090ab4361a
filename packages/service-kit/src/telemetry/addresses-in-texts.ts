/** A character of the part before the @. In a Japanese text, an address may stand between other letters. */
const LOCAL = "[\\w.!#$%&'*+/=?^`{|}~-]";
const ADDRESS = new RegExp(`${LOCAL}+@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?`, 'gi');
const REGEX_SPECIALS = /[.*+?^${}()|[\]\\/-]/g;

/** The address as a whole: a longer one that contains it is another address. */
const wholeAddress = (email: string): RegExp =>
  new RegExp(`(?<!${LOCAL})${email.replace(REGEX_SPECIALS, '\\$&')}(?![a-z0-9-]|\\.[a-z0-9])`, 'gi');

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** All addresses in a value of any shape. Whole texts are among them, because the part before the @ may have any letters. */
export const addressesIn = (value: unknown): string[] => [
  ...new Set(
    textsIn(value)
      .filter((text) => text.includes('@'))
      .flatMap((text) => [text, ...(text.match(ADDRESS) ?? [])])
      .map((text) => text.toLowerCase()),
  ),
];

/** The @ with what surrounds it in every text that mentions the address, whatever letters the address has. */
const SURROUNDINGS = new RegExp(`(?<=(${LOCAL}*))@(?=([a-z0-9-]*))`, 'gi');

/**
 * What a database can index to find the texts that mention an address: a value that mentions it has the keys of the address. The reverse does not
 * hold, so what was found is compared by {@link mentionsAddress}.
 */
export const addressKeysIn = (value: unknown): string[] => [
  ...new Set(
    textsIn(value)
      .flatMap((text) => [...text.matchAll(SURROUNDINGS)])
      .map(([, before, after]) => `${before}@${after}`.toLowerCase()),
  ),
];

export const mentionsAddress = (value: unknown, email: string): boolean => {
  const address = wholeAddress(email);
  return textsIn(value).some((text) => text.search(address) >= 0);
};

type Replacement = { email: string; pseudonym: string };

/** Replaces an address in all texts of a value of any shape. */
export const replaceAddress = <Value>(value: Value, { email, pseudonym }: Replacement): Value => {
  const address = wholeAddress(email);
  const replaceIn = (part: unknown): unknown => {
    if (typeof part === 'string') return part.replace(address, pseudonym);
    if (Array.isArray(part)) return part.map(replaceIn);
    if (typeof part !== 'object' || part === null || part instanceof Date) return part;
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, replaceIn(item)]));
  };
  return replaceIn(value) as Value;
};
