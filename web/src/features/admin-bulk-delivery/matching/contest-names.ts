import { nameKey } from './name-keys.ts';

/** A contest of the shop, with open lines or without. `contestId` distinguishes contests of the same name. */
export type RegisteredContest = { contestId?: string | undefined; contestName: string };

/** A contest is known by its id, even if it was renamed after an order. */
export const createContestKeys = (contests: readonly RegisteredContest[]): ((contest: RegisteredContest) => string) => {
  const keysOfNames = new Map<string, string>();
  const keysOfIds = new Map<string, string>();
  for (const { contestId, contestName } of contests) {
    const name = keysOfNames.get(contestName) ?? nameKey(contestName);
    const key = (contestId !== undefined && keysOfIds.get(contestId)) || name;
    keysOfNames.set(contestName, key);
    if (contestId !== undefined) keysOfIds.set(contestId, key);
  }
  return ({ contestId, contestName }) => (contestId && keysOfIds.get(contestId)) || (keysOfNames.get(contestName) ?? nameKey(contestName));
};

/** A contest's name without its edition or year. */
const shortContestName = (name: string): string => name.normalize('NFKC').replaceAll(/第\s*\d+\s*回|20\d\d\s*年?/gu, '');

type ContestNames = {
  open: readonly RegisteredContest[];
  others: readonly RegisteredContest[];
  contestKey: ReturnType<typeof createContestKeys>;
};

/**
 * The ways to write the names of contests. Without its edition or year, the name of a contest without open lines is known only if it does not mean
 * an open one too.
 */
export const contestWords = ({ open, others, contestKey }: ContestNames): { word: string; contest: string }[] => {
  const namesOf = (contests: readonly RegisteredContest[]) =>
    [...new Map(contests.map((each) => [each.contestName, contestKey(each)]))].map(([name, contest]) => ({
      contest,
      full: nameKey(name),
      short: nameKey(shortContestName(name)),
    }));
  const ofOpen = namesOf(open).flatMap(({ contest, full, short }) => [...new Set([full, short])].map((word) => ({ word, contest })));
  const taken = new Set(ofOpen.map(({ word, contest }) => `${word}|${contest}`));
  const openWords = new Set(ofOpen.map(({ word }) => word));
  const ofOthers = namesOf(others).flatMap(({ contest, full, short }) =>
    [full, ...(openWords.has(short) || short === full ? [] : [short])].map((word) => ({ word, contest })),
  );
  // A name of digits alone cannot be told from a bib number.
  return [...ofOpen, ...ofOthers.filter(({ word, contest }) => /\D/u.test(word) && !taken.has(`${word}|${contest}`))];
};
