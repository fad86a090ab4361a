import { athleteSchema, type Contest, type UpdateAthlete } from '@stagereel/contracts';
import type { Admin, Customer } from '@stagereel/shop-client';
import { until } from './poll.ts';

type NewAthlete = Parameters<Admin['createAthlete']>[1];
type NewContest = { name: string; athletes: readonly Omit<NewAthlete, 'category'>[] };

/** The category of all athletes in a contest that a test creates. */
export const ONLY_CATEGORY = 'ボディビル';

/** Visitors see a change up to a second late. */
export const untilVisitorsSee = (visitor: Customer, isSeen: (contests: readonly Contest[]) => boolean): Promise<true> =>
  until({ what: 'what visitors see of the contests', find: async () => isSeen(await visitor.contests()) });

type People = { admin: Admin; visitor: Customer };

/** Creates a public contest on sale for one test. Returns functions that change it while a customer orders. */
export const openContest = async ({ admin, visitor }: People, { name, athletes }: NewContest) => {
  const { id, slug } = await admin.createContest({ name });
  await admin.createCategory(id, ONLY_CATEGORY);
  const { created, failed } = await admin.createAthletes(
    id,
    athletes.map((athlete) => ({ videoStatus: '販売中', ...athlete, category: ONLY_CATEGORY })),
  );
  if (failed.length > 0) throw new Error(`${failed.length} athletes of ${name} were refused`);
  const setOnSale = (videoPublished: boolean) => admin.updateContest(id, { videoPublished });
  await setOnSale(true);
  await untilVisitorsSee(visitor, (contests) => contests.some((contest) => contest.id === id));
  return {
    name,
    slug,
    setOnSale,
    changeAthlete: (athleteNumber: string, change: UpdateAthlete) => {
      const athleteId = created.find((athlete) => athlete.athleteNumber === athleteNumber)?.id;
      return admin.call({ method: 'PATCH', path: `/api/contests/${id}/athletes/${athleteId}`, body: change, schema: athleteSchema });
    },
  };
};
