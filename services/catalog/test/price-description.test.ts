import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DEFAULT_PRICE_ITEMS, DEFAULT_PRICE_NOTES, errorCatalogue } from '@stagereel/contracts';
import { startTestCatalog, type TestCatalog } from './support/catalog.ts';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startTestCatalog();
});
afterAll(() => catalog?.stop());

const changedMeanwhile = {
  code: 'PriceDescriptionChangedMeanwhile',
  message: errorCatalogue.PriceDescriptionChangedMeanwhile.message,
};
const path = (id: string) => `/api/contests/${id}/price-description`;

describe('the price description', () => {
  test('when none was set, the usual one is shown', async () => {
    const { id } = await catalog.contest();
    const { body } = await catalog.call('GET', path(id));
    expect(body).toEqual({ items: DEFAULT_PRICE_ITEMS, notes: DEFAULT_PRICE_NOTES, version: 0 });
  });

  test('when one is set, it is shown in its place, line breaks and order included', async () => {
    const { id } = await catalog.contest();
    const description = {
      items: [
        { name: '全カテゴリー', price: 0 },
        { name: '第1カテゴリー', price: 3000 },
      ],
      notes: '一行目\n二行目',
    };
    const answer = await catalog.call('PUT', path(id), { body: { ...description, extra: true } });
    expect([answer.status, answer.body]).toEqual([200, { ...description, version: 1 }]);
    expect((await catalog.call('GET', path(id))).body).toEqual({ ...description, version: 1 });
    const [act] = await catalog.acts('price-description.updated', id);
    expect(act?.data).toMatchObject({ before: null, after: description });
  });

  test('when it is set to nothing, nothing is shown', async () => {
    const { id } = await catalog.contest();
    await catalog.call('PUT', path(id), { body: { items: [], notes: '' } });
    expect((await catalog.call('GET', path(id))).body).toEqual({ items: [], notes: '', version: 1 });
  });

  test('when somebody else was faster, who saw the older one is refused, and the newer stays', async () => {
    const { id } = await catalog.contest();
    const put = (notes: string, version?: number) => catalog.call('PUT', path(id), { body: { items: [], notes, version } });
    const read = (await catalog.call('GET', path(id))).body.version;
    expect((await put('先の人', read)).status).toBe(200);

    const late = await put('後の人', read);
    expect([late.status, late.body]).toEqual([409, changedMeanwhile]);
    expect((await catalog.call('GET', path(id))).body).toEqual({ items: [], notes: '先の人', version: 1 });
    expect((await put('見直した人', 1)).body).toEqual({ items: [], notes: '見直した人', version: 2 });
    const acts = await catalog.acts('price-description.updated', id, 2);
    expect(acts.map(({ data }) => data)).toMatchObject([{ after: { notes: '先の人' } }, { after: { notes: '見直した人' } }]);
  });

  test('when two write at once on the strength of the same one, exactly one of them is taken', async () => {
    const { id } = await catalog.contest();
    const answers = await Promise.all(
      ['一', '二', '三'].map((notes) => catalog.call('PUT', path(id), { body: { items: [], notes, version: 0 } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const taken = answers.find(({ status }) => status === 200)?.body;
    expect((await catalog.call('GET', path(id))).body).toEqual(taken);
  });

  test('when it does not name what its writer saw, it is taken', async () => {
    const { id } = await catalog.contest();
    await catalog.call('PUT', path(id), { body: { items: [], notes: '一' } });
    expect((await catalog.call('PUT', path(id), { body: { items: [], notes: '二' } })).body).toEqual({
      items: [],
      notes: '二',
      version: 2,
    });
  });

  test('when other things of the contest or its athletes change, who saw it before is not refused', async () => {
    const { id } = await catalog.contest();
    await catalog.call('PATCH', `/api/contests/${id}`, { body: { name: '別の名前' } });
    await catalog.athlete(id, { athleteNumber: '1' });
    expect((await catalog.call('PUT', path(id), { body: { items: [], notes: '', version: 0 } })).status).toBe(200);
  });

  test.each([
    ['a version in words', { items: [], notes: '', version: 'latest' }],
    ['no items', { notes: '' }],
    ['a price in fractions', { items: [{ name: 'A', price: 0.5 }], notes: '' }],
    ['a price below zero', { items: [{ name: 'A', price: -100 }], notes: '' }],
    ['a price in words', { items: [{ name: 'A', price: '3000' }], notes: '' }],
    ['notes of 10,000 characters', { items: [], notes: 'あ'.repeat(10_000) }],
    ['51 items', { items: Array.from({ length: 51 }, () => ({ name: 'A', price: 1 })), notes: '' }],
    ['an operator for notes', { items: [], notes: { $ne: null } }],
  ])('when it comes with %s, it is refused and the old one stays', async (_what, body) => {
    const { id } = await catalog.contest();
    expect((await catalog.call('PUT', path(id), { body })).status).toBe(400);
    expect((await catalog.call('GET', path(id))).body.notes).toBe(DEFAULT_PRICE_NOTES);
  });

  test('when the contest is unknown, it is a 404', async () => {
    expect((await catalog.call('GET', path('unknown'))).status).toBe(404);
    expect((await catalog.call('PUT', path('unknown'), { body: { items: [], notes: '' } })).status).toBe(404);
  });
});
