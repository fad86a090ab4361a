/** Every service; the gateway is the only one that browsers reach. */
export const serviceNames = ['gateway', 'catalog', 'identity', 'orders', 'notify', 'media'] as const;
export type ServiceName = (typeof serviceNames)[number];
