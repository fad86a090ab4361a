import { slugOf } from '@stagereel/contracts';

/** For a name without a letter or digit. */
const NAMELESS = 'contest';
const MOST_OF_ONE_NAME = 1000;

export const baseSlug = (name: string): string => slugOf(name) || NAMELESS;

/** `name`, `name-2`, `name-3`… No name spells a hyphen, so a numbered slug never takes another name's. */
export function* slugCandidates(name: string): Generator<string, void> {
  const base = baseSlug(name);
  yield base;
  for (let number = 2; number <= MOST_OF_ONE_NAME; number += 1) yield `${base}-${number}`;
}
