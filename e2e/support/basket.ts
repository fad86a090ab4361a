import { isOnSale } from '@stagereel/contracts';
import { type Basket, type Customer, itemOf, priceOf } from '@stagereel/shop-client';

/** A basket with videos of the first athletes on sale in the first contest. */
export const fillBasket = async (
  customer: Customer,
  { email, name = '試験 太郎', count = 2 }: { email: string; name?: string; count?: number },
): Promise<Basket> => {
  const [contest] = await customer.contests();
  if (!contest) throw new Error('No contest is published');
  const athletes = (await customer.athletes(contest.id)).filter(({ videoStatus }) => isOnSale(videoStatus)).slice(0, count);
  const styleAt = (index: number) => (index % 2 === 0 ? '縦動画' : '横動画');
  const items = athletes.map((athlete, index) => itemOf(athlete, styleAt(index)));
  const amount = athletes.reduce((sum, athlete, index) => sum + priceOf(athlete, styleAt(index)), 0);
  return { items, amount, customer: { email, name } };
};
