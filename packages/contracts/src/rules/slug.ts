/** The slug of a name without any letter or digit. */
const FALLBACK_SLUG = 'contest';

/**
 * The slug of a contest name: lower case, without characters other than letters, digits and underscores. Unicode letters are kept, so that a
 * Japanese name does not become empty. It is normalised again at the end, because an accent can stand beside another letter once the characters
 * between them are removed: `Men´s` has a space before its accent.
 */
export const slugOf = (name: string): string => {
  const slug = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_]/gu, '')
    .normalize('NFKC');
  return /[\p{L}\p{N}]/u.test(slug) ? slug : FALLBACK_SLUG;
};

/** Whether two slugs are equal in normal form: addresses are typed in full width, too. */
export const isSameSlug = (left: string, right: string): boolean => left.normalize('NFKC') === right.normalize('NFKC');
