/** Every service. Browsers reach only the gateway. */
export const serviceNames = ['gateway', 'catalog', 'identity', 'orders', 'notify', 'media'] as const;
export type ServiceName = (typeof serviceNames)[number];
