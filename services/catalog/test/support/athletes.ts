import type { Athlete } from '@stagereel/contracts';
import { startTestCatalog } from './catalog.ts';

/** A catalog with a contest that has the categories 男子 and 女子, and helpers for its athletes. */
export const startTestAthletes = async () => {
  const catalog = await startTestCatalog();
  const contest = await catalog.contest();
  await catalog.category(contest.id, '男子');
  await catalog.category(contest.id, '女子');

  let lastBib = 0;
  /** A bib that no other test uses. */
  const freshBib = (): string => {
    lastBib += 1;
    return `N${lastBib}`;
  };
  const base = `/api/contests/${contest.id}/athletes`;

  return {
    catalog,
    stop: catalog.stop,
    contest,
    freshBib,
    add: (body: unknown) => catalog.call('POST', base, { body }),
    patch: (id: string, body: unknown) => catalog.call('PATCH', `${base}/${id}`, { body }),
    softDelete: (id: string) => catalog.call('DELETE', `${base}/${id}`),
    purge: (id: string) => catalog.call('DELETE', `${base}/${id}/permanent`),
    create: (fields: Record<string, unknown> = {}): Promise<Athlete> =>
      catalog.athlete(contest.id, { category: '男子', athleteNumber: freshBib(), ...fields }),
    stored: (id: string) => catalog.database.collection('athletes').findOne({ _id: id as never }),
    found: async (id: string): Promise<Athlete | undefined> =>
      (await catalog.athletes(contest.id, { includeDeleted: true })).find((athlete) => athlete.id === id),
  };
};
