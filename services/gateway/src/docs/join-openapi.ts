import type { OpenapiDocument, Operation } from './openapi-document.ts';

export type ServiceDocument = { service: string; document: OpenapiDocument };

const INTERNAL = '/internal';
const REFERENCE = /^#\/components\/([^/]+)\//;

const isInternal = (path: string): boolean => path === INTERNAL || path.startsWith(`${INTERNAL}/`);

/** Two services may give one name to two shapes; behind their own name they stay apart. */
const ownNames = ({ service, value }: { service: string; value: unknown }): unknown => {
  if (Array.isArray(value)) return value.map((each) => ownNames({ service, value: each }));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) =>
      key === '$ref' && typeof each === 'string'
        ? [key, each.replace(REFERENCE, `#/components/$1/${service}.`)]
        : [key, ownNames({ service, value: each })],
    ),
  );
};

const isOperation = (value: unknown): value is Operation => typeof value === 'object' && value !== null && !Array.isArray(value);

const taggedPaths = ({ service, document }: ServiceDocument) =>
  Object.entries(document.paths)
    .filter(([path]) => !isInternal(path))
    .map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => {
          if (!isOperation(operation)) return [method, operation];
          return [
            method,
            { ...(ownNames({ service, value: operation }) as Operation), tags: operation.tags?.length ? operation.tags : [service] },
          ];
        }),
      ),
    ]);

const ownComponents = ({ service, document }: ServiceDocument) =>
  Object.entries(document.components).flatMap(([section, members]) =>
    Object.entries(members).map(([name, member]) => ({
      section,
      name: `${service}.${name}`,
      member: ownNames({ service, value: member }),
    })),
  );

type JoinInput = { documents: readonly ServiceDocument[]; missing: readonly string[] };

const description = (missing: readonly string[]): string =>
  missing.length === 0 ? '' : `次のサービスの説明は現在取得できません。しばらくしてから再読み込みしてください。(${missing.join(', ')})`;

/** One OpenAPI document of all services, as the outside sees them: nothing of /internal. */
export const joinOpenapi = ({ documents, missing }: JoinInput) => {
  const components: Record<string, Record<string, unknown>> = {};
  for (const { section, name, member } of documents.flatMap(ownComponents)) {
    components[section] = { ...components[section], [name]: member };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'StageReel API', version: '1', description: description(missing) },
    paths: Object.fromEntries(documents.flatMap(taggedPaths)),
    components,
  };
};
