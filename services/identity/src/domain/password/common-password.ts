/** Passwords and words that many people use, in lower case; each has four characters or more. */
export type CommonPasswords = { has: (word: string) => boolean };

/** No longer word is in the list, so the work for a long password stays small. */
const LONGEST_WORD = 40;
const SEQUENCES = ['abcdefghijklmnopqrstuvwxyz', 'zyxwvutsrqponmlkjihgfedcba', 'qwertyuiopasdfghjklzxcvbnm'];
/** A day as eight digits, such as a birthday. */
const DATE = /^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/;
/** What people type instead of a letter. A 1 is an i or an l. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  ...{ '@': 'a', '4': 'a', '8': 'b', '3': 'e', '6': 'g', '9': 'g', '!': 'i', '0': 'o' },
  ...{ '5': 's', $: 's', '7': 't', '+': 't', '2': 'z' },
};
/** Up to so many further letters, such as an initial, make a common word no better. */
const FEW_LETTERS = 2;

type Input = { commonPasswords: CommonPasswords; password: string };

/**
 * Whether a guessing program would find the password early: a common password or word, alone, repeated, or with digits, symbols and replacements that
 * the rules make people add. Two different words together are accepted.
 */
export const isCommon = ({ commonPasswords, password }: Input): boolean => {
  const text = password.normalize('NFKC').toLowerCase();

  const isWord = (word: string): boolean => {
    if (word.length > 2 * LONGEST_WORD) return /^(.)\1+$/u.test(word);
    const once = word.replace(/^(.+?)\1+$/u, '$1');
    if (once !== word && once.length <= 3) return true;
    // Long vowels are in the list as in `arigato`, and often typed as in `arigatou`.
    if ([word, once, once.replaceAll('ou', 'o').replaceAll('uu', 'u')].some((each) => commonPasswords.has(each))) return true;
    return once.length > 3 && SEQUENCES.some((sequence) => sequence.includes(once));
  };

  const words = text.match(/\p{L}+/gu) ?? [];
  const letters = words.join('');
  const longest = longestOf(words);
  if (commonPasswords.has(text) || isWord(letters)) return true;
  if (letters.length - longest.length <= FEW_LETTERS && isWord(longest)) return true;
  const number = longestOf(text.match(/\p{N}+/gu) ?? []);
  if (letters.length <= FEW_LETTERS && (DATE.test(number) || isWord(number))) return true;
  return spellingsOf(text).some(isWord);
};

const longestOf = (parts: readonly string[]): string =>
  parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');

/** The words that a text can be read as, if some of its digits and symbols stand for letters, and others before and after these stand for nothing. */
const spellingsOf = (text: string): string[] => {
  const firstLetter = text.search(/\p{L}/u);
  const end = text.length - (/[^\p{L}]*$/u.exec(text)?.[0].length ?? 0);
  const spellings: string[] = [];
  for (let from = Math.max(0, end - LONGEST_WORD); from <= firstLetter; from += 1) {
    for (let to = end; to <= Math.min(text.length, from + LONGEST_WORD); to += 1) {
      for (const one of ['i', 'l']) {
        const spelling = [...text.slice(from, to)]
          .map((character) => (character === '1' ? one : (REPLACEMENTS[character] ?? character)))
          .join('');
        if (/^\p{L}+$/u.test(spelling)) spellings.push(spelling);
      }
    }
  }
  return spellings;
};
