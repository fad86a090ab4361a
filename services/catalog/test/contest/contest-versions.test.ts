import { describe, expect, test } from '@jest/globals';
import { errorCatalogue } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import { startTestCatalog } from '../support/catalog.ts';

const catalog = useService(startTestCatalog);

const patch = (id: string, body: unknown) => catalog.call('PATCH', `/api/contests/${id}`, { body });
const changedMeanwhile = { code: 'ContestChangedMeanwhile', message: errorCatalogue.ContestChangedMeanwhile.message };

describe('the version of a contest', () => {
  test('when the contest changes, then it increases by one; when nothing changes, then it stays', async () => {
    const { id, name, version } = await catalog.contest();
    expect(version).toBe(1);
    expect((await patch(id, { name: '新しい名前', version })).body.version).toBe(2);
    expect((await patch(id, { sitePublicStatus: '公開' })).body.version).toBe(3);
    expect((await patch(id, { sitePublicStatus: '公開', version: 3 })).body.version).toBe(3);
    expect((await patch(id, {})).body).toMatchObject({ version: 3, name: '新しい名前' });
    expect((await catalog.call('GET', `/api/contests/${id}`)).body.version).toBe(3);
    const events = await catalog.auditEvents('contest.updated', id, 2);
    expect(events[0]?.data).toMatchObject({ before: { name }, after: { name: '新しい名前' } });
    expect(events[0]?.data).not.toHaveProperty('after.version');
  });

  test.each([
    ['the name', { name: '後の人' }],
    ['the publication', { sitePublicStatus: '公開' }],
  ])(
    'when another admin changed the contest first, then a change of %s with the old version is refused and nothing changes',
    async (_what, change) => {
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
    },
  );

  test('when several changes with the same version arrive at once, then exactly one succeeds', async () => {
    const { id, version } = await catalog.contest();
    const responses = await Promise.all(['一', '二', '三'].map((name) => patch(id, { name, version })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const accepted = responses.find(({ status }) => status === 200)?.body;
    expect((await catalog.call('GET', `/api/contests/${id}`)).body).toEqual(accepted);
  });

  test('when a change has no version, then it is accepted', async () => {
    const { id } = await catalog.contest();
    await patch(id, { name: '一' });
    expect((await patch(id, { videoPublished: true, sitePublicStatus: 'public' })).body).toMatchObject({
      name: '一',
      videoPublished: true,
    });
  });

  test('when athletes, categories or the price description change, then it stays', async () => {
    const { id, version } = await catalog.contest();
    await catalog.category(id, '男子');
    await catalog.athlete(id, { athleteNumber: '1', category: '男子' });
    await catalog.call('PUT', `/api/contests/${id}/price-description`, { body: { items: [], notes: '' } });
    expect((await patch(id, { name: '新しい名前', version })).status).toBe(200);
  });
});
