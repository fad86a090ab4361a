import { afterAll, beforeAll } from '@jest/globals';

type Stoppable = { stop: () => Promise<unknown> };

/**
 * Starts something once before all tests of the file or of the enclosing `describe`, and stops it after them:
 *
 * ```ts
 * const shop = useService(() => startShop({ webhooks: 'drop' }));
 * test('…', async () => expect((await shop.call({ path: '/healthz' })).status).toBe(200));
 * ```
 *
 * The result forwards to what was started. It is empty until the first `beforeAll` has run, so tests use its members inside of tests and hooks.
 */
export const useService = <Service extends Stoppable>(start: () => Promise<Service>): Service => {
  let service: Service | undefined;
  beforeAll(async () => {
    service = await start();
  });
  afterAll(async () => {
    await service?.stop();
  });
  return new Proxy({} as Service, {
    get: (_target, property) => {
      if (!service) throw new Error(`The service has not started: ${String(property)} is available in tests and hooks only`);
      return Reflect.get(service, property);
    },
    set: (_target, property, value) => service !== undefined && Reflect.set(service, property, value),
    has: (_target, property) => service !== undefined && Reflect.has(service, property),
  });
};
