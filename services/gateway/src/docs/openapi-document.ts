import { z } from 'zod';

const operationSchema = z.looseObject({ tags: z.array(z.string()).optional() });
export type Operation = z.infer<typeof operationSchema>;

/** As much of an OpenAPI document as is needed to join several. */
export const openapiSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.union([operationSchema, z.array(z.unknown()), z.string()]))).default({}),
  components: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
});
export type OpenapiDocument = z.infer<typeof openapiSchema>;
