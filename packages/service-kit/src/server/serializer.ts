import fastJson, { type Schema } from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import { z } from 'zod';

type SerializerInput = Parameters<FastifySerializerCompiler<z.ZodType>>[0];
type Serializer = (data: unknown) => string;

const nothing: Serializer = () => '';

/**
 * Production: compiled from the schema at the first response, because a service has a hundred schemas and uses few of them soon after its start. Fast, and
 * removes fields that the contract does not name.
 */
const compiled = ({ schema }: SerializerInput): Serializer => {
  // A response without a body, such as of a delete, has no JSON schema.
  if (schema instanceof z.ZodUndefined) return nothing;
  let serialize: Serializer | undefined;
  return (data) => {
    serialize ??= fastJson(z.toJSONSchema(schema, { io: 'output', target: 'draft-7' }) as Schema) as Serializer;
    return serialize(data);
  };
};

/** Tests and development: a response that does not match the contract fails the request. */
const checked =
  ({ schema, method, url }: SerializerInput): Serializer =>
  (data) => {
    const parsed = schema.safeEncode(data);
    if (!parsed.success) throw new Error(`${method} ${url} sent a response that does not match its contract: ${parsed.error.message}`);
    return JSON.stringify(parsed.data);
  };

export const serializerFor = (production: boolean): FastifySerializerCompiler<z.ZodType> => (production ? compiled : checked);
