import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestAthletes, type TestAthletes } from './support/athletes.ts';

let athletes: TestAthletes;
beforeAll(async () => {
  athletes = await startTestAthletes();
});
afterAll(() => athletes?.catalog.stop());

describe('deleting, restoring and erasing', () => {
  test('when an athlete is deleted, it is hidden, its bib is free, and a second time changes nothing', async () => {
    const athlete = await athletes.made();
    expect((await athletes.softDelete(athlete.id)).status).toBe(204);
    expect((await athletes.softDelete(athlete.id)).status).toBe(204);
    expect((await athletes.catalog.athletes(athletes.contest.id)).map(({ id }) => id)).not.toContain(athlete.id);
    expect(await athletes.found(athlete.id)).toEqual({ ...athlete, isDeleted: true, version: 2 });
    expect(await athletes.stored(athlete.id)).not.toHaveProperty('liveKey');
    expect((await athletes.add({ athleteNumber: athlete.athleteNumber, category: '男子' })).status).toBe(201);
    await athletes.catalog.acts('athlete.deleted', athlete.id);
  });

  test('when a deleted athlete is restored, it is back with its bib', async () => {
    const athlete = await athletes.made({ name: '戻る人' });
    await athletes.softDelete(athlete.id);
    const answer = await athletes.patch(athlete.id, { isDeleted: false });
    expect([answer.status, answer.body]).toEqual([200, { ...athlete, version: 3 }]);
    expect((await athletes.add({ athleteNumber: athlete.athleteNumber, category: '男子' })).status).toBe(409);
    await athletes.catalog.acts('athlete.restored', athlete.id);
  });

  test('when the bib was taken meanwhile, the restoring is refused; with another bib it works', async () => {
    const athlete = await athletes.made();
    await athletes.softDelete(athlete.id);
    await athletes.made({ athleteNumber: athlete.athleteNumber });
    const refused = await athletes.patch(athlete.id, { isDeleted: false });
    expect([refused.status, refused.body.code]).toEqual([409, 'AthleteNumberTaken']);
    expect(await athletes.found(athlete.id)).toMatchObject({ isDeleted: true, version: 2 });
    expect((await athletes.patch(athlete.id, { isDeleted: false, athleteNumber: athletes.freshBib() })).status).toBe(200);
  });

  test('when the category is gone meanwhile, the restoring asks for another', async () => {
    const category = await athletes.catalog.category(athletes.contest.id, '消える級');
    const athlete = await athletes.made({ category: '消える級' });
    await athletes.softDelete(athlete.id);
    await athletes.catalog.call('DELETE', `/api/contests/${athletes.contest.id}/categories/${category.id}`);
    expect((await athletes.patch(athlete.id, { isDeleted: false })).body.code).toBe('CategoryUnknown');
    expect((await athletes.patch(athlete.id, { isDeleted: false, category: '未分類' })).status).toBe(200);
  });

  test('when many deleted athletes had the same bib, one of them comes back', async () => {
    const athleteNumber = athletes.freshBib();
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const { id } = await athletes.made({ athleteNumber });
      await athletes.softDelete(id);
      ids.push(id);
    }
    const statuses = (await Promise.all(ids.map((id) => athletes.patch(id, { isDeleted: false })))).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409, 409, 409, 409]);
  });

  test('when a deleted athlete is erased, nothing of it is left once its events are out', async () => {
    const athlete = await athletes.made({ name: '消える人' });
    await athletes.softDelete(athlete.id);
    expect((await athletes.purge(athlete.id)).status).toBe(204);
    expect(await athletes.found(athlete.id)).toBeUndefined();
    expect(await athletes.catalog.database.collection('athletes').countDocuments({ name: '消える人' })).toBe(0);
    expect((await athletes.purge(athlete.id)).status).toBe(404);
    expect((await athletes.patch(athlete.id, { isDeleted: false })).status).toBe(404);
    await athletes.catalog.acts('athlete.purged', athlete.id);
    await athletes.catalog.gone('athletes', { _id: athlete.id });
  });

  test('when a living athlete is to be erased, it is refused', async () => {
    const athlete = await athletes.made();
    const answer = await athletes.purge(athlete.id);
    expect([answer.status, answer.body.code]).toEqual([409, 'AthleteNotDeleted']);
    expect(await athletes.found(athlete.id)).toEqual(athlete);
  });
});
