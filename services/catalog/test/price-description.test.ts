import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DEFAULT_PRICE_ITEMS, DEFAULT_PRICE_NOTES } from '@stagereel/contracts';
import { startTestCatalog, type TestCatalog } from './support/catalog.ts';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startTestCatalog();
});
afterAll(() => catalog?.stop());

const path = (id: string) => `/api/contests/${id}/price-description`;

describe('the price description', () => {
  test('when none was set, the usual one is shown', async () => {
    const { id } = await catalog.contest();
    const { body } = await catalog.call('GET', path(id));
    expect(body).toEqual({ items: DEFAULT_PRICE_ITEMS, notes: DEFAULT_PRICE_NOTES });
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
    expect([answer.status, answer.body]).toEqual([200, description]);
    expect((await catalog.call('GET', path(id))).body).toEqual(description);
    const [act] = await catalog.acts('price-description.updated', id);
    expect(act?.data).toMatchObject({ before: null, after: description });
  });

  test('when it is set to nothing, nothing is shown', async () => {
    const { id } = await catalog.contest();
    await catalog.call('PUT', path(id), { body: { items: [], notes: '' } });
    expect((await catalog.call('GET', path(id))).body).toEqual({ items: [], notes: '' });
  });

  test.each([
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
