import { describe, expect, test } from '@jest/globals';
import { compareQueries, type Index, type Knowledge, type Query } from '../queries/coverage.ts';

const knowledge: Knowledge = { small: {}, few: {}, many: ['orders state'], exceptions: {}, idle: {} };
const query = (filter: Query['filter'], more: Partial<Query> = {}): Query => ({
  ...{ collection: 'orders', command: 'find', filter, sort: [], isLimited: false },
  ...more,
});
const index = (fields: readonly string[], more: Partial<Index> = {}): Index => ({
  collection: 'orders',
  index: fields.map((field) => [field.replace('-', ''), field.startsWith('-') ? -1 : 1]),
  ...more,
});
const value = 'value';
const after = { $gte: value };
const newest = [
  ['at', -1],
  ['number', -1],
] as const;

describe('the comparison of queries with indexes', () => {
  test.each<[string, Query, Index]>([
    ['the equal fields begin the index, in any order', query({ email: value, shop: value }), index(['shop', 'email', 'at'])],
    [
      'equal fields, the order and a range follow each other',
      query({ email: value, at: after }, { sort: newest }),
      index(['email', 'at', 'number']),
    ],
    ['the index is read backwards', query({ email: value }, { sort: newest }), index(['email', 'at', 'number'])],
    ['each branch of an $or has an index', query({ $or: [{ email: value }, { phone: value }] }), index(['email'])],
    ['the rest of an $or is enough', query({ email: value, $or: [{ name: null }, { phone: value }] }), index(['email'])],
    ['a page of an ordered list has a limit', query({}, { sort: newest, isLimited: true }), index(['-at', '-number'])],
    ['a sparse index knows the documents that have its field', query({ dueAt: { $exists: true } }), index(['dueAt'], { sparse: true })],
    ['one document is found by its id, whatever else it must have', query({ _id: value, name: { $ne: value } }), index(['at'])],
    ['all conditions of an $and count', query({ $and: [{ email: value }, { at: after }] }), index(['email', 'at'])],
  ])('when %s, then the query is covered', (_case, found, declared) => {
    expect(compareQueries({ queries: [found], indexes: [declared, index(['phone'])], knowledge }).uncovered).toEqual([]);
    expect(compareQueries({ queries: [query({ name: value })], indexes: [declared], knowledge }).uncovered).toHaveLength(1);
  });

  test.each<[string, Query, Index]>([
    ['the index begins with another field', query({ email: value }), index(['at', 'email'])],
    ['an equal field is missing in the index', query({ email: value, shop: value }), index(['email'])],
    ['the order differs', query({ email: value }, { sort: newest }), index(['email', 'at', '-number'])],
    ['the range precedes the order', query({ dueAt: after }, { sort: newest }), index(['dueAt', 'at', 'number'])],
    ['a branch of an $or has no index', query({ $or: [{ email: value }, { phone: value }] }), index(['email'])],
    ['the condition is a negation', query({ email: { $ne: value } }), index(['email'])],
    [
      'a sparse index does not know the documents without its field',
      query({ email: { $in: 'list with null' } }),
      index(['email'], { sparse: true }),
    ],
    ['the only field selects a large part of the collection', query({ state: value }), index(['state'])],
    ['the index is of another collection', query({ email: value }), index(['email'], { collection: 'mails' })],
    ['everything is read', query({}, { sort: newest }), index(['-at', '-number'])],
  ])('when %s, then the query is named', (_case, found, declared) => {
    expect(compareQueries({ queries: [found], indexes: [declared], knowledge }).uncovered).toHaveLength(1);
  });

  test('when one value selects few documents, then other conditions and the order need no index', () => {
    const few = { 'orders email': 'the orders of one customer' };
    const found = query({ email: value, shop: value }, { sort: newest });
    expect(compareQueries({ queries: [found], indexes: [index(['email'])], knowledge: { ...knowledge, few } }).uncovered).toEqual([]);
  });

  test('when nothing needs an index or an exception, then it is named, unless the index is unique or expires documents', () => {
    const exceptions = { 'orders find {name:value} without limit': 'rare', 'orders find {} without limit': 'gone' };
    const indexes = [index(['a']), index(['b'], { unique: true }), index(['c'], { expires: true }), index(['email'])];
    const queries = [query({ email: value }), query({ name: value })];
    expect(compareQueries({ queries, indexes, knowledge: { ...knowledge, exceptions } })).toEqual({
      uncovered: [],
      unused: ['orders (a 1)'],
      outdated: ['orders find {} without limit'],
    });
  });
});
