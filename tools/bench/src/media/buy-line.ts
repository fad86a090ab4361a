import type { OrderItem } from '@stagereel/contracts';
import type { Admin, Customer } from '@stagereel/shop-client';

const PRICE = 1000;
const CATEGORY = '一般';
const NUMBER = '1';

/** Sells a video of the contest, which is published for it; answers the id of the paid line, for which a finished one can be uploaded. */
export const buyLine = async ({ admin, customer, contestId }: { admin: Admin; customer: Customer; contestId: string }): Promise<string> => {
  await admin.createCategory(contestId, CATEGORY);
  await admin.createAthlete(contestId, { athleteNumber: NUMBER, category: CATEGORY, videoStatus: '販売中', verticalVideoPrice: PRICE });
  await admin.updateContest(contestId, { videoPublished: true, sitePublicStatus: 'public' });
  const email = 'bench@example.jp';
  await customer.proveEmail(email);
  const items: OrderItem[] = [{ contestId, category: CATEGORY, athleteNumber: NUMBER, videoStyle: '縦動画' }];
  const { lines } = await customer.buy({ items, amount: PRICE, customer: { email, name: '試験 太郎' } });
  const [line] = lines;
  if (!line) throw new Error('nothing was bought');
  return line.id;
};
