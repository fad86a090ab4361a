import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { errorCatalogue } from '@stagereel/contracts';
import { startTestCatalog, type TestCatalog } from './support/catalog.ts';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startTestCatalog();
});
afterAll(() => catalog?.stop());

const patch = (id: string, body: unknown) => catalog.call('PATCH', `/api/contests/${id}`, { body });
const changedMeanwhile = { code: 'ContestChangedMeanwhile', message: errorCatalogue.ContestChangedMeanwhile.message };

describe('the version of a contest', () => {
  test('when the contest changes, it grows by one; when nothing changes, it stays', async () => {
    const { id, name, version } = await catalog.contest();
    expect(version).toBe(1);
    expect((await patch(id, { name: '新しい名前', version })).body.version).toBe(2);
    expect((await patch(id, { sitePublicStatus: '公開' })).body.version).toBe(3);
    expect((await patch(id, { sitePublicStatus: '公開', version: 3 })).body.version).toBe(3);
    expect((await patch(id, {})).body).toMatchObject({ version: 3, name: '新しい名前' });
    expect((await catalog.call('GET', `/api/contests/${id}`)).body.version).toBe(3);
    const acts = await catalog.acts('contest.updated', id, 2);
    expect(acts[0]?.data).toMatchObject({ before: { name }, after: { name: '新しい名前' } });
    expect(acts[0]?.data).not.toHaveProperty('after.version');
  });

  test.each([
    ['the name', { name: '後の人' }],
    ['the publication', { sitePublicStatus: '公開' }],
  ])('when somebody else was faster, who changes %s as it was seen before is refused, and what stands stays', async (_what, change) => {
    const { id, version } = await catalog.contest();
    await patch(id, { name: '先の人', version });
    const late = await patch(id, { ...change, version });
    expect([late.status, late.body]).toEqual([409, changedMeanwhile]);
    expect((await catalog.call('GET', `/api/contests/${id}`)).body).toMatchObject({
      name: '先の人',
      sitePublicStatus: 'private',
      version: 2,
    });
    expect((await patch(id, { ...change, version: 2 })).body).toMatchObject({ version: 3 });
  });

  test('when two change it at once on the strength of the same one, exactly one of them is taken', async () => {
    const { id, version } = await catalog.contest();
    const answers = await Promise.all(['一', '二', '三'].map((name) => patch(id, { name, version })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const taken = answers.find(({ status }) => status === 200)?.body;
    expect((await catalog.call('GET', `/api/contests/${id}`)).body).toEqual(taken);
  });

  test('when a change does not name what its writer saw, it is taken', async () => {
    const { id } = await catalog.contest();
    await patch(id, { name: '一' });
    expect((await patch(id, { videoPublished: true, sitePublicStatus: 'public' })).body).toMatchObject({
      name: '一',
      videoPublished: true,
    });
  });

  test('when athletes, categories or the price description change, it stays', async () => {
    const { id, version } = await catalog.contest();
    await catalog.category(id, '男子');
    await catalog.athlete(id, { athleteNumber: '1', category: '男子' });
    await catalog.call('PUT', `/api/contests/${id}/price-description`, { body: { items: [], notes: '' } });
    expect((await patch(id, { name: '新しい名前', version })).status).toBe(200);
  });

  test('when the contest was stored before versions were counted, it begins at 0', async () => {
    const { id } = await catalog.contest();
    await catalog.database.collection('contests').updateOne({ _id: id as never }, { $unset: { version: '', priceDescriptionVersion: '' } });
    expect((await catalog.call('GET', `/api/contests/${id}`)).body.version).toBe(0);
    expect((await catalog.call('GET', `/api/contests/${id}/price-description`)).body.version).toBe(0);
    expect((await patch(id, { name: '新しい名前', version: 0 })).body.version).toBe(1);
  });
});
