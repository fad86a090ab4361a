import { z } from 'zod';

const operationSchema = z.looseObject({ tags: z.array(z.string()).optional() });
type Operation = z.infer<typeof operationSchema>;

/** The part of an OpenAPI document that is needed to join several. */
export const openapiSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.union([operationSchema, z.array(z.unknown()), z.string()]))).default({}),
  components: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
});
type OpenapiDocument = z.infer<typeof openapiSchema>;

export type ServiceDocument = { service: string; document: OpenapiDocument };

const INTERNAL = '/internal';
const REFERENCE = /^#\/components\/([^/]+)\//;

const isInternal = (path: string): boolean => path === INTERNAL || path.startsWith(`${INTERNAL}/`);

/** Prefixes component names with the service, because two services may use the same name for different schemas. */
const prefixReferences = ({ service, value }: { service: string; value: unknown }): unknown => {
  if (Array.isArray(value)) return value.map((each) => prefixReferences({ service, value: each }));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) =>
      key === '$ref' && typeof each === 'string'
        ? [key, each.replace(REFERENCE, `#/components/$1/${service}.`)]
        : [key, prefixReferences({ service, value: each })],
    ),
  );
};

const isOperation = (value: unknown): value is Operation => typeof value === 'object' && value !== null && !Array.isArray(value);

const publicPaths = ({ service, document }: ServiceDocument) =>
  Object.entries(document.paths)
    .filter(([path]) => !isInternal(path))
    .map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => {
          if (!isOperation(operation)) return [method, operation];
          return [
            method,
            {
              ...(prefixReferences({ service, value: operation }) as Operation),
              tags: operation.tags?.length ? operation.tags : [service],
            },
          ];
        }),
      ),
    ]);

const prefixedComponents = ({ service, document }: ServiceDocument) =>
  Object.entries(document.components).flatMap(([section, members]) =>
    Object.entries(members).map(([name, member]) => ({
      section,
      name: `${service}.${name}`,
      member: prefixReferences({ service, value: member }),
    })),
  );

type JoinInput = { documents: readonly ServiceDocument[]; missing: readonly string[] };

const description = (missing: readonly string[]): string =>
  missing.length === 0 ? '' : `次のサービスの説明は現在取得できません。しばらくしてから再読み込みしてください。(${missing.join(', ')})`;

/** Joins the services' OpenAPI documents into one, without the /internal routes. */
export const joinOpenapi = ({ documents, missing }: JoinInput) => {
  const components: Record<string, Record<string, unknown>> = {};
  for (const { section, name, member } of documents.flatMap(prefixedComponents)) {
    components[section] = { ...components[section], [name]: member };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'StageReel API', version: '1', description: description(missing) },
    paths: Object.fromEntries(documents.flatMap(publicPaths)),
    components,
  };
};
