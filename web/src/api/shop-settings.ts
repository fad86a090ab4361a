import type { ShopSettings } from '@stagereel/contracts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { requestJson } from '../lib/api-client.ts';
import { fetchByKey } from '../lib/query-client.ts';
import { useSingleMutation } from '../lib/use-single-mutation.ts';

/** GET /api/orders/settings */
export const shopSettingsQuery = () =>
  queryOptions({ queryKey: ['/api/orders/settings'] as const, queryFn: fetchByKey<ShopSettings>(), staleTime: 0 });

/** PUT /api/orders/settings. After a failure the settings are fetched again, because another admin may have changed them. */
export const useSaveShopSettings = () => {
  const queryClient = useQueryClient();
  const { queryKey } = shopSettingsQuery();
  return useSingleMutation<ShopSettings, ShopSettings>({
    mutationFn: (settings) => requestJson<ShopSettings>('/api/orders/settings', { method: 'PUT', json: settings }),
    onSuccess: (saved) => queryClient.setQueryData(queryKey, saved),
    onSettled: (_saved, error) => {
      if (error) void queryClient.invalidateQueries({ queryKey });
    },
  });
};
