import { FALLBACK_PRICE, isOnSale, type OrderItem, type QuotedLine, type RefusedItem, type VideoStyle } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import { type AthleteRecord, athleteKeyOf } from '../athlete/athlete.ts';
import type { ContestListItem } from '../contest/contest.ts';
import { isPublished } from '../contest/publication.ts';
import type { CatalogDeps } from '../deps.ts';

type Found = { contest: ContestListItem | undefined; athlete: AthleteRecord | undefined };

const refusalOf = ({ contest, athlete }: Found, now: Date): RefusedItem['code'] | null => {
  if (!contest) return 'ContestNotFound';
  if (!isPublished(contest, now)) return 'ContestNotPublished';
  if (!athlete) return 'AthleteNotFound';
  return isOnSale(athlete.videoStatus) ? null : 'AthleteNotOnSale';
};

const priceOf = ({ verticalVideoPrice, horizontalVideoPrice }: AthleteRecord, style: VideoStyle): number =>
  (style === '縦動画' ? verticalVideoPrice : horizontalVideoPrice) ?? FALLBACK_PRICE;

/**
 * The current prices of the requested items in yen, in the order of the items. Takes two queries for any number of items.
 * @throws AppError ItemsUnavailable with the index and reason of every refused item
 */
export const quoteItems = async (
  { contests, athletes, now }: CatalogDeps,
  { items }: { items: readonly OrderItem[] },
): Promise<QuotedLine[]> => {
  const [contestList, athleteList] = await Promise.all([
    contests.findMany([...new Set(items.map(({ contestId }) => contestId))]),
    athletes.findByKeys(items),
  ]);
  const contestById = new Map(contestList.map((contest) => [contest.id, contest]));
  const athleteByKey = new Map(athleteList.map((athlete) => [athleteKeyOf(athlete), athlete]));

  const time = now();
  const lines: QuotedLine[] = [];
  const refused: RefusedItem[] = [];
  for (const [index, item] of items.entries()) {
    const contest = contestById.get(item.contestId);
    const athlete = athleteByKey.get(athleteKeyOf(item));
    const code = refusalOf({ contest, athlete }, time);
    if (code) refused.push({ index, code });
    else if (contest && athlete) {
      lines.push({ ...item, contestName: contest.name, athleteName: athlete.name, price: priceOf(athlete, item.videoStyle) });
    }
  }
  if (refused.length > 0) throw new AppError('ItemsUnavailable', { details: { refused } });
  return lines;
};
