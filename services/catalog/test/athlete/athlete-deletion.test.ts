import { describe, expect, test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import { startTestAthletes } from '../support/athletes.ts';

const athletes = useService(startTestAthletes);

describe('deleting, restoring and purging athletes', () => {
  test('when an athlete is deleted, then it is hidden and its bib is free; deleting it again changes nothing (admin 2.30, 4.17, 7.20)', async () => {
    const athlete = await athletes.create();
    expect((await athletes.softDelete(athlete.id)).status).toBe(204);
    expect((await athletes.softDelete(athlete.id)).status).toBe(204);
    expect((await athletes.catalog.athletes(athletes.contest.id)).map(({ id }) => id)).not.toContain(athlete.id);
    expect(await athletes.found(athlete.id)).toEqual({ ...athlete, isDeleted: true, version: 2 });
    expect((await athletes.add({ athleteNumber: athlete.athleteNumber, category: '男子' })).status).toBe(201);
    await athletes.catalog.auditEvents('athlete.deleted', athlete.id);
  });

  test('when a deleted athlete is restored, then it has its bib again (admin 2.30, 4.17)', async () => {
    const athlete = await athletes.create({ name: '戻る人' });
    await athletes.softDelete(athlete.id);
    const response = await athletes.patch(athlete.id, { isDeleted: false });
    expect([response.status, response.body]).toEqual([200, { ...athlete, version: 3 }]);
    expect((await athletes.add({ athleteNumber: athlete.athleteNumber, category: '男子' })).status).toBe(409);
    await athletes.catalog.auditEvents('athlete.restored', athlete.id);
  });

  test('when the bib was taken in the meantime, then restoring is refused; with another bib it succeeds', async () => {
    const athlete = await athletes.create();
    await athletes.softDelete(athlete.id);
    await athletes.create({ athleteNumber: athlete.athleteNumber });
    const refused = await athletes.patch(athlete.id, { isDeleted: false });
    expect([refused.status, refused.body.code]).toEqual([409, 'AthleteNumberTaken']);
    expect(await athletes.found(athlete.id)).toMatchObject({ isDeleted: true, version: 2 });
    expect((await athletes.patch(athlete.id, { isDeleted: false, athleteNumber: athletes.freshBib() })).status).toBe(200);
  });

  test('when the category was deleted in the meantime, then restoring needs another category', async () => {
    const category = await athletes.catalog.category(athletes.contest.id, '消える級');
    const athlete = await athletes.create({ category: '消える級' });
    await athletes.softDelete(athlete.id);
    await athletes.catalog.call('DELETE', `/api/contests/${athletes.contest.id}/categories/${category.id}`);
    expect((await athletes.patch(athlete.id, { isDeleted: false })).body.code).toBe('CategoryUnknown');
    expect((await athletes.patch(athlete.id, { isDeleted: false, category: '未分類' })).status).toBe(200);
  });

  test('when several deleted athletes with the same bib are restored at once, then only one succeeds', async () => {
    const athleteNumber = athletes.freshBib();
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const { id } = await athletes.create({ athleteNumber });
      await athletes.softDelete(id);
      ids.push(id);
    }
    const statuses = (await Promise.all(ids.map((id) => athletes.patch(id, { isDeleted: false })))).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409, 409, 409, 409]);
  });

  test('when a deleted athlete is purged, then nothing of it remains after its events are published (admin 2.30, 4.17, 7.21)', async () => {
    const athlete = await athletes.create({ name: '消える人' });
    await athletes.softDelete(athlete.id);
    expect((await athletes.purge(athlete.id)).status).toBe(204);
    expect(await athletes.found(athlete.id)).toBeUndefined();
    expect(await athletes.catalog.database.collection('athletes').countDocuments({ name: '消える人' })).toBe(0);
    expect((await athletes.purge(athlete.id)).status).toBe(404);
    expect((await athletes.patch(athlete.id, { isDeleted: false })).status).toBe(404);
    await athletes.catalog.auditEvents('athlete.purged', athlete.id);
    await athletes.catalog.waitUntilGone('athletes', { _id: athlete.id });
  });

  test('when an athlete that is not deleted is purged, then it is refused', async () => {
    const athlete = await athletes.create();
    const response = await athletes.purge(athlete.id);
    expect([response.status, response.body.code]).toEqual([409, 'AthleteNotDeleted']);
    expect(await athletes.found(athlete.id)).toEqual(athlete);
  });
});
