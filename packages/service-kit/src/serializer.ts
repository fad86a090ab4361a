import fastJson, { type Schema } from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import { z } from 'zod';

type SerializerInput = Parameters<FastifySerializerCompiler<z.ZodType>>[0];
type Serializer = (data: unknown) => string;

const nothing: Serializer = () => '';

/** Production: compiled from the schema, so that a field the contract does not name cannot leave, at little cost. */
const compiled = ({ schema }: SerializerInput): Serializer =>
  // An answer without a body, as of a delete, has no JSON schema.
  schema instanceof z.ZodUndefined ? nothing : fastJson(z.toJSONSchema(schema, { io: 'output', target: 'draft-7' }) as Schema);

/** Tests and development: the answer must be what the contract says, else the request fails loudly. */
const checked =
  ({ schema, method, url }: SerializerInput): Serializer =>
  (data) => {
    const parsed = schema.safeEncode(data);
    if (!parsed.success) throw new Error(`${method} ${url} answered against its contract: ${parsed.error.message}`);
    return JSON.stringify(parsed.data);
  };

export const serializerFor = (production: boolean): FastifySerializerCompiler<z.ZodType> => (production ? compiled : checked);
