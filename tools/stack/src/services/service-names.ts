/** Every service. Browsers reach only the gateway. */
export const serviceNames = ['gateway', 'catalog', 'identity', 'orders', 'notify', 'media'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** Other values of the services' constants, for tests. */
export type Constants = Partial<Record<ServiceName, object>>;

export function byService<Value>(of: (name: ServiceName) => Value): Record<ServiceName, Value> {
  return Object.fromEntries(serviceNames.map((name) => [name, of(name)])) as Record<ServiceName, Value>;
}
