import { STATUS_CODES } from 'node:http';
import { errorBodySchema } from '@stagereel/contracts';
import type { RouteOptions } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Guard } from './guard.ts';

/**
 * The error statuses of one route, for its response schemas. Those that do not depend on what the route does are not listed: {@link describeRoute}
 * adds them.
 */
export const errorResponses = <Status extends number>(...statuses: Status[]) =>
  Object.fromEntries(statuses.map((status) => [status, errorBodySchema])) as { [Key in Status]: typeof errorBodySchema };

const fileSchema = z.string().meta({ format: 'binary' });
const noBody = (description: string) => z.undefined().describe(description);
const contentOf = (types: readonly string[]) => Object.fromEntries(types.map((type) => [type, { schema: fileSchema }]));

/** The responses of a route that sends files of these types, whole or in ranges. */
export const fileResponses = (...types: string[]) => ({
  200: { description: 'the whole file', content: contentOf(types) },
  206: { description: 'the requested range', content: contentOf(types) },
  304: noBody('the ETag matches'),
  416: noBody('no byte of the file is in the requested range'),
});

/** The response of a route that creates a file of this type. */
export const exportResponse = (type: string) => ({ 200: { description: 'the file', content: contentOf([type]) } });

/** The error statuses of a route whose errors are pages for browsers that navigate, and JSON for other clients. */
export const pageErrorResponses = (...statuses: number[]) =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: 'an error', content: { 'application/json': { schema: errorBodySchema }, [HTML]: { schema: z.string() } } },
    ]),
  );

const HTML = 'text/html';
const ERROR = 'Error';
const errorReference = { $ref: `#/components/schemas/${ERROR}` };

/** Components of the OpenAPI document that {@link describeRoute} refers to. */
export const apiComponents = () => {
  const { $schema: _, ...schema } = z.toJSONSchema(errorBodySchema);
  return { schemas: { [ERROR]: withPortablePatterns(schema) } } as Record<string, Record<string, object>>;
};

/** By the gateway or the server before the route runs, by its limits, and by failures. */
const EVERYWHERE = [400, 408, 429, 431, 500, 502, 503, 504];
/** A body that is too large or of another type; a request from a page of another site. */
const WITH_UNSAFE_METHOD = [403, 413, 415];
const BY_GUARD: Record<Guard, readonly number[]> = {
  public: [],
  signed: [],
  internal: [401, 403],
  customer: [401],
  proven: [401],
  admin: [401, 403],
};

const commonStatuses = ({ method, url, config }: RouteOptions): number[] => {
  const isUnsafe = [method].flat().some((name) => !['GET', 'HEAD'].includes(name));
  // The gateway routes no address with control characters.
  const unrouted = url.includes(':') ? [404] : [];
  return [...EVERYWHERE, ...unrouted, ...(isUnsafe ? WITH_UNSAFE_METHOD : []), ...BY_GUARD[config?.guard ?? 'public']];
};

type Content = Record<string, { schema: object }>;
type Described = { description?: string; content?: Content };

const isError = (status: string): boolean => Number(status) >= 400;
const isWithoutBody = (response: object): boolean => 'type' in response && response.type === 'null';

/** Refers to the one schema of errors and names the status. */
const describeError = ({ status, types }: { status: number; types: readonly string[] }): Described => ({
  description: STATUS_CODES[status] ?? 'an error',
  content: Object.fromEntries(types.map((type) => [type, { schema: type === HTML ? { type: 'string' } : errorReference }])),
});

const describeResponses = ({ declared, common }: { declared: Record<string, Described>; common: readonly number[] }) => {
  const hasPages = Object.values(declared).some(({ content = {} }) => HTML in content);
  const types = hasPages ? ['application/json', HTML] : ['application/json'];
  const kept = Object.entries(declared).filter(([status, response]) => !isError(status) || isWithoutBody(response));
  const errors = new Set([...common, ...Object.keys(declared).filter(isError).map(Number)]);
  return {
    ...Object.fromEntries([...errors].map((status) => [status, describeError({ status, types })])),
    ...Object.fromEntries(kept),
  };
};

const SHORTHANDS: Record<string, string> = { '\\d': '0-9', '\\w': 'A-Za-z0-9_' };

/** In some pattern languages `\d` and `\w` match every digit and letter of Unicode. In those of JSON Schema they mean ASCII. */
export const portablePattern = (pattern: string): string => {
  let isInClass = false;
  return pattern.replace(/\\.|[[\]]/g, (token) => {
    const range = SHORTHANDS[token];
    if (token === '[') isInClass = true;
    if (token === ']') isInClass = false;
    if (range === undefined) return token;
    return isInClass ? range : `[${range}]`;
  });
};

const withPortablePatterns = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value), (key, member) => (key === 'pattern' && typeof member === 'string' ? portablePattern(member) : member));

type Transform = typeof jsonSchemaTransform;
type Input = Parameters<Transform>[0] & { route?: RouteOptions };

/** The OpenAPI description of a route: its schemas, and the errors that it has because of its method and guard. */
export const describeRoute: Transform = (document) => {
  const { route } = document as Input;
  const body = route?.config?.publishedBody;
  const { schema, url } = jsonSchemaTransform(body ? { ...document, schema: { ...document.schema, body } } : document);
  if (!route || !schema || schema.hide) return { schema, url };
  const response = describeResponses({ declared: (schema.response ?? {}) as Record<string, Described>, common: commonStatuses(route) });
  return { schema: withPortablePatterns({ ...schema, response }), url };
};
