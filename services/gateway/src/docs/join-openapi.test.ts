import { expect, test } from '@jest/globals';
import { joinOpenapi, openapiSchema } from './join-openapi.ts';

const documentOf = (service: string, text: object) => ({ service, document: openapiSchema.parse(text) });

test('when two services have documents, then the result has the paths of both and no internal ones', () => {
  const joined = joinOpenapi({
    missing: [],
    documents: [
      documentOf('catalog', { paths: { '/api/contests': { get: { tags: ['contests'] } }, '/internal/quote': { post: {} } } }),
      documentOf('orders', { paths: { '/api/orders': { get: {}, parameters: [{ name: 'x' }] }, '/internal': { get: {} } } }),
    ],
  });
  expect(joined.paths).toEqual({
    '/api/contests': { get: { tags: ['contests'] } },
    '/api/orders': { get: { tags: ['orders'] }, parameters: [{ name: 'x' }] },
  });
});

test('when two services use the same name for different schemas, then both schemas are kept', () => {
  const shaped = (type: string) => ({
    paths: { [`/api/${type}`]: { get: { responses: { 200: { $ref: '#/components/schemas/Item' } } } } },
    components: { schemas: { Item: { type, items: [{ $ref: '#/components/schemas/Item' }] } } },
  });
  const { paths, components } = joinOpenapi({
    missing: [],
    documents: [documentOf('a', shaped('string')), documentOf('b', shaped('number'))],
  });
  expect(components).toEqual({
    schemas: {
      'a.Item': { type: 'string', items: [{ $ref: '#/components/schemas/a.Item' }] },
      'b.Item': { type: 'number', items: [{ $ref: '#/components/schemas/b.Item' }] },
    },
  });
  expect(paths).toMatchObject({ '/api/number': { get: { responses: { 200: { $ref: '#/components/schemas/b.Item' } } } } });
});

test('when the document of a service is missing, then the description names the service', () => {
  expect(joinOpenapi({ documents: [], missing: ['notify'] }).info.description).toContain('notify');
});
