import { catalogConfig, loadCatalogConfig } from '../../services/catalog/src/config.ts';
import { gatewayConfig, loadGatewayConfig } from '../../services/gateway/src/config.ts';
import { identityConfig, loadIdentityConfig } from '../../services/identity/src/config.ts';
import { loadMediaConfig, mediaConfig } from '../../services/media/src/config.ts';
import { loadNotifyConfig, notifyConfig } from '../../services/notify/src/config.ts';
import { loadOrdersConfig, ordersConfig } from '../../services/orders/src/config.ts';

/** The settings that each service reads. */
export const SCHEMAS = {
  gateway: gatewayConfig,
  catalog: catalogConfig,
  orders: ordersConfig,
  media: mediaConfig,
  notify: notifyConfig,
  identity: identityConfig,
};

/** Loads every service's configuration as in its container, where the image sets the folders. @throws ConfigError if a service refuses its environment */
export const loadConfigs = (environmentOf: (service: string) => Record<string, string>) => ({
  gateway: loadGatewayConfig({ WEB_ROOT: '/app/web/dist', ...environmentOf('gateway') }),
  catalog: loadCatalogConfig(environmentOf('catalog')),
  orders: loadOrdersConfig(environmentOf('orders')),
  media: loadMediaConfig({ MEDIA_DIR: '/data', ...environmentOf('media') }),
  notify: loadNotifyConfig(environmentOf('notify')),
  identity: loadIdentityConfig(environmentOf('identity')),
});
