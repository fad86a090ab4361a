import { athleteSchema, type UpdateAthlete } from '@stagereel/contracts';
import type { Admin } from '@stagereel/shop-client';

type NewAthlete = Parameters<Admin['createAthlete']>[1];
type NewContest = { name: string; athletes: readonly Omit<NewAthlete, 'category'>[] };

/** The category of all athletes in a contest that a test creates. */
export const ONLY_CATEGORY = 'ボディビル';

/** Creates a public contest on sale for one test. Returns functions that change it while a customer orders. */
export const openContest = async (admin: Admin, { name, athletes }: NewContest) => {
  const { id, slug } = await admin.createContest({ name });
  await admin.createCategory(id, ONLY_CATEGORY);
  const { created, failed } = await admin.createAthletes(
    id,
    athletes.map((athlete) => ({ videoStatus: '販売中', ...athlete, category: ONLY_CATEGORY })),
  );
  if (failed.length > 0) throw new Error(`${failed.length} athletes of ${name} were refused`);
  const setOnSale = (videoPublished: boolean) => admin.updateContest(id, { videoPublished });
  await setOnSale(true);
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
