import { slugOf } from '@stagereel/contracts';

/** For a name without any letter or digit. */
const FALLBACK_SLUG = 'contest';
const MAX_CANDIDATES = 1000;

export const baseSlug = (name: string): string => slugOf(name) || FALLBACK_SLUG;

/** `name`, `name-2`, `name-3`… A base slug never contains a hyphen, so a numbered slug cannot equal the base slug of another name. */
export function* slugCandidates(name: string): Generator<string, void> {
  const base = baseSlug(name);
  yield base;
  for (let number = 2; number <= MAX_CANDIDATES; number += 1) yield `${base}-${number}`;
}
