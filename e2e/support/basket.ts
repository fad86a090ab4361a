import { type Athlete, FALLBACK_PRICE, isOnSale, type OrderItem, type VideoStyle } from '@stagereel/contracts';
import type { Basket, Customer } from '@stagereel/shop-client';

const priceOf = ({ athlete, videoStyle }: { athlete: Athlete; videoStyle: VideoStyle }): number =>
  (videoStyle === '縦動画' ? athlete.verticalVideoPrice : athlete.horizontalVideoPrice) ?? FALLBACK_PRICE;

/** A basket with videos of the first athletes on sale in the first contest. */
export const fillBasket = async (
  customer: Customer,
  { email, name = '試験 太郎', count = 2 }: { email: string; name?: string; count?: number },
): Promise<Basket> => {
  const [contest] = await customer.contests();
  if (!contest) throw new Error('No contest is published');
  const athletes = (await customer.athletes(contest.id)).filter(({ videoStatus }) => isOnSale(videoStatus)).slice(0, count);
  const items: OrderItem[] = athletes.map(({ contestId, category, athleteNumber }, index) => ({
    contestId,
    category,
    athleteNumber,
    videoStyle: index % 2 === 0 ? '縦動画' : '横動画',
  }));
  const amount = athletes.reduce((sum, athlete, index) => sum + priceOf({ athlete, videoStyle: index % 2 === 0 ? '縦動画' : '横動画' }), 0);
  return { items, amount, customer: { email, name } };
};
