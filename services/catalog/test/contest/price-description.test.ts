import { describe, expect, test } from '@jest/globals';
import { errorCatalogue } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import { startTestCatalog } from '../support/catalog.ts';

const catalog = useService(startTestCatalog);

const changedMeanwhile = {
  code: 'PriceDescriptionChangedMeanwhile',
  message: errorCatalogue.PriceDescriptionChangedMeanwhile.message,
};
const path = (id: string) => `/api/contests/${id}/price-description`;

describe('the price description', () => {
  test('when none was saved, then an empty one is returned', async () => {
    const { id } = await catalog.contest();
    const { body } = await catalog.call('GET', path(id));
    expect(body).toEqual({ items: [], notes: '', version: 0 });
  });

  test('when one is set, then it is returned with its line breaks and order (customer 7.9; admin 2.37, 3.5, 7.34)', async () => {
    const { id } = await catalog.contest();
    const description = {
      items: [
        { name: '全カテゴリー', price: 0 },
        { name: '第1カテゴリー', price: 3000 },
      ],
      notes: '一行目\n二行目',
    };
    const response = await catalog.call('PUT', path(id), { body: { ...description, extra: true } });
    expect([response.status, response.body]).toEqual([200, { ...description, version: 1 }]);
    expect((await catalog.call('GET', path(id))).body).toEqual({ ...description, version: 1 });
    const [event] = await catalog.auditEvents('price-description.updated', id);
    expect(event?.data).toMatchObject({ before: null, after: description });
  });

  test('when it is set to an empty one, then the empty one is returned', async () => {
    const { id } = await catalog.contest();
    await catalog.call('PUT', path(id), { body: { items: [], notes: '' } });
    expect((await catalog.call('GET', path(id))).body).toEqual({ items: [], notes: '', version: 1 });
  });

  test('when another admin changed it first, then a change with the old version is refused and the newer one stays', async () => {
    const { id } = await catalog.contest();
    const put = (notes: string, version?: number) => catalog.call('PUT', path(id), { body: { items: [], notes, version } });
    const read = (await catalog.call('GET', path(id))).body.version;
    expect((await put('先の人', read)).status).toBe(200);

    const late = await put('後の人', read);
    expect([late.status, late.body]).toEqual([409, changedMeanwhile]);
    expect((await catalog.call('GET', path(id))).body).toEqual({ items: [], notes: '先の人', version: 1 });
    expect((await put('見直した人', 1)).body).toEqual({ items: [], notes: '見直した人', version: 2 });
    const events = await catalog.auditEvents('price-description.updated', id, 2);
    expect(events.map(({ data }) => data)).toMatchObject([{ after: { notes: '先の人' } }, { after: { notes: '見直した人' } }]);
  });

  test('when several changes with the same version arrive at once, then exactly one succeeds', async () => {
    const { id } = await catalog.contest();
    const responses = await Promise.all(
      ['一', '二', '三'].map((notes) => catalog.call('PUT', path(id), { body: { items: [], notes, version: 0 } })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const accepted = responses.find(({ status }) => status === 200)?.body;
    expect((await catalog.call('GET', path(id))).body).toEqual(accepted);
  });

  test('when a change has no version, then it is accepted', async () => {
    const { id } = await catalog.contest();
    await catalog.call('PUT', path(id), { body: { items: [], notes: '一' } });
    expect((await catalog.call('PUT', path(id), { body: { items: [], notes: '二' } })).body).toEqual({
      items: [],
      notes: '二',
      version: 2,
    });
  });

  test('when the contest or its athletes change, then the version of the price description stays', async () => {
    const { id } = await catalog.contest();
    await catalog.call('PATCH', `/api/contests/${id}`, { body: { name: '別の名前' } });
    await catalog.athlete(id, { athleteNumber: '1' });
    expect((await catalog.call('PUT', path(id), { body: { items: [], notes: '', version: 0 } })).status).toBe(200);
  });

  test.each([
    ['a version as a text', { items: [], notes: '', version: 'latest' }],
    ['no items', { notes: '' }],
    ['a fractional price', { items: [{ name: 'A', price: 0.5 }], notes: '' }],
    ['a negative price', { items: [{ name: 'A', price: -100 }], notes: '' }],
    ['a price as a text', { items: [{ name: 'A', price: '3000' }], notes: '' }],
    ['notes of 10,000 characters', { items: [], notes: 'あ'.repeat(10_000) }],
    ['51 items', { items: Array.from({ length: 51 }, () => ({ name: 'A', price: 1 })), notes: '' }],
    ['a MongoDB operator as the notes', { items: [], notes: { $ne: null } }],
  ])('when the request contains %s, then it is refused and the old one stays', async (_what, body) => {
    const { id } = await catalog.contest();
    expect((await catalog.call('PUT', path(id), { body })).status).toBe(400);
    expect((await catalog.call('GET', path(id))).body).toEqual({ items: [], notes: '', version: 0 });
  });

  test('when the contest is unknown, then the response is a 404', async () => {
    expect((await catalog.call('GET', path('unknown'))).status).toBe(404);
    expect((await catalog.call('PUT', path('unknown'), { body: { items: [], notes: '' } })).status).toBe(404);
  });
});
