import { shopSettingsSchema } from '@stagereel/contracts';
import { actorOf, errorResponses } from '@stagereel/service-kit';
import { changeSettings } from '../domain/settings/shop-settings.ts';
import type { RouteDeps } from './route-deps.ts';

const tags = ['settings'];
const config = { guard: 'admin' } as const;
const response = { 200: shopSettingsSchema };

export const settingsRoutes = ({ server, deps }: RouteDeps): void => {
  server.get(
    '/api/orders/settings',
    { config, schema: { tags, summary: 'Show what the shop does by itself around deliveries', response } },
    async () => deps.settings.read(),
  );

  server.put(
    '/api/orders/settings',
    {
      config,
      schema: {
        tags,
        summary: 'Replace the settings if nobody changed them meanwhile',
        body: shopSettingsSchema,
        response: { ...response, ...errorResponses(409) },
      },
    },
    async (request) => changeSettings(deps, { settings: request.body, actor: actorOf(request) }),
  );
};
