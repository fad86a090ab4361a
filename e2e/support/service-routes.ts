import { readInternalToken, type ServiceName } from '@stagereel/stack';
import type { TestStack } from './test-stack.ts';

/** The services behind the gateway. */
export const CALLED_SERVICES = ['catalog', 'orders', 'media', 'identity', 'notify'] as const;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** The operations of an OpenAPI document, as `GET /api/contests`. */
export const operationsIn = (document: unknown): string[] =>
  Object.entries((document as { paths: Record<string, object> }).paths).flatMap(([path, operations]) =>
    Object.keys(operations)
      .filter((method) => METHODS.includes(method))
      .map((method) => `${method.toUpperCase()} ${path}`),
  );

type Called = { stack: TestStack; service: (typeof CALLED_SERVICES)[number] };

export const tokenOf = ({ stack, service }: { stack: TestStack; service: ServiceName }): string => {
  const token = readInternalToken({ dir: stack.dir, service });
  if (!token) throw new Error(`${service} has no internal token`);
  return token;
};

/** Every route of a service, including those for other services, by the description that it gives to the gateway. */
export const routesOf = async ({ stack, service }: Called): Promise<string[]> => {
  const headers = { 'x-internal-token': tokenOf({ stack, service: 'gateway' }) };
  return operationsIn(await (await fetch(new URL('/internal/openapi.json', stack.info.services[service]?.url), { headers })).json());
};
