import fc from 'fast-check';
import { type JsonSchema, valuesOf, wrongValuesOf } from './schema-values.ts';

type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: JsonSchema };
type Content = Record<string, { schema?: JsonSchema }>;
type OperationDescription = {
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
export type ApiDescription = { paths: Record<string, Record<string, OperationDescription>> };
export type Operation = OperationDescription & { method: string; path: string };

export const operationsOf = ({ paths }: ApiDescription): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );

export type ApiCase = {
  isValid: boolean;
  target: string;
  headers: Record<string, string>;
  body?: string | FormData;
};

type Input = { path: Record<string, unknown>; query: Record<string, unknown>; header: Record<string, unknown>; body: unknown };

const schemaOf = (parameters: Parameter[], place: Parameter['in']): JsonSchema => {
  const placed = parameters.filter((parameter) => parameter.in === place);
  return {
    type: 'object',
    properties: Object.fromEntries(placed.map(({ name, schema }) => [name, schema])),
    required: placed.filter(({ required }) => required || place === 'path').map(({ name }) => name),
  };
};

/** Without lone surrogates, which no URL can contain. */
const textOf = (value: unknown): string => (typeof value === 'string' ? Buffer.from(value).toString() : JSON.stringify(value));

const formOf = (body: unknown): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(Object(body))) {
    if (name === 'chunk') form.set(name, new Blob([textOf(value)]), 'chunk');
    else form.set(name, textOf(value));
  }
  return form;
};

/** Node's fetch rejects other characters in a header; a browser cannot send them either. */
const isHeaderText = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

const toRequest = ({ operation, isValid, input }: { operation: Operation; isValid: boolean; input: Input }): ApiCase => {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(input.path[name])));
  const query = new URLSearchParams(Object.entries(input.query).map(([name, value]) => [name, textOf(value)]));
  const headers = Object.entries(input.header).map(([name, value]) => [name, textOf(value)]);
  const [contentType] = Object.keys(operation.requestBody?.content ?? {});
  const request = {
    isValid,
    target: query.size > 0 ? `${path}?${query}` : path,
    headers: Object.fromEntries(headers.filter(([, text = '']) => isHeaderText(text))) as Record<string, string>,
  };
  if (contentType === undefined) return request;
  if (contentType === 'multipart/form-data') return { ...request, body: formOf(input.body) };
  return { ...request, headers: { ...request.headers, 'content-type': contentType }, body: JSON.stringify(input.body) };
};

type CaseOptions = {
  /** Existing ids, by the name of their path parameter. Half of the cases use them, so that more than "not found" is tested. */
  known: Record<string, string>;
  seed: number;
  valid: number;
  wrong: number;
};

/** Requests for an operation, some with valid and some with wrong input. The same seed gives the same requests. */
export const casesOf = (operation: Operation, { known, seed, valid, wrong }: CaseOptions): ApiCase[] => {
  const { parameters = [], requestBody } = operation;
  const bodySchema = Object.values(requestBody?.content ?? {})[0]?.schema ?? {};
  const inputOf = (create: typeof valuesOf) => {
    const path = schemaOf(parameters, 'path');
    const existing = Object.keys(path.properties ?? {}).every((name) => known[name] !== undefined) ? fc.constant(known) : valuesOf(path);
    return fc.record({
      path: fc.oneof(existing, valuesOf(path)),
      query: create(schemaOf(parameters, 'query')).map(Object),
      header: valuesOf(schemaOf(parameters, 'header')),
      body: create(bodySchema),
    }) as fc.Arbitrary<Input>;
  };
  const draw = ({ create, numRuns, isValid }: { create: typeof valuesOf; numRuns: number; isValid: boolean }) =>
    fc.sample(inputOf(create), { seed, numRuns }).map((input) => toRequest({ operation, isValid, input }));
  return [...draw({ create: valuesOf, numRuns: valid, isValid: true }), ...draw({ create: wrongValuesOf, numRuns: wrong, isValid: false })];
};
