import { slugOf } from '@stagereel/contracts';

const MAX_CANDIDATES = 1000;

/** `name`, `name-2`, `name-3`… A base slug never contains a hyphen, so a numbered slug cannot equal the base slug of another name. */
export function* slugCandidates(name: string): Generator<string, void> {
  const base = slugOf(name);
  yield base;
  for (let number = 2; number <= MAX_CANDIDATES; number += 1) yield `${base}-${number}`;
}
