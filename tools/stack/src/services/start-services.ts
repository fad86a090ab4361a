import type { Reaper } from '../processes/reaper.mjs';
import type { ServerControl } from '../processes/server-control.ts';
import type { Stopwatch } from '../stopwatch.mjs';
import { type ServiceEnvInput, serviceEnv } from './service-env.ts';
import { type ServiceName, serviceNames } from './service-names.ts';
import { createServiceServer } from './service-server.ts';

export type Services = Record<ServiceName, ServerControl>;

/** Starts all services side by side; when one fails, the others are ended at once. */
export async function startServices(input: {
  settings: ServiceEnvInput;
  reaper: Reaper;
  stopwatch: Stopwatch;
  log: (line: string) => void;
}): Promise<Services> {
  const { settings, reaper, stopwatch, log } = input;
  const create = (name: ServiceName): ServerControl => {
    const env = serviceEnv({ name, input: settings });
    return createServiceServer({ name, dir: settings.dir, url: settings.urls[name], env, reaper, log });
  };
  const services = Object.fromEntries(serviceNames.map((name) => [name, create(name)])) as Services;
  const starts = serviceNames.map((name) => stopwatch.time(name, () => services[name].start()));
  try {
    await Promise.all(starts);
    return services;
  } catch (error) {
    await stopServices(services);
    await Promise.allSettled(starts);
    throw error;
  }
}

/** The gateway first, so that what is under way behind it comes to its end. */
export async function stopServices({ gateway, ...others }: Services): Promise<void> {
  await gateway.stop();
  await Promise.all(Object.values(others).map((service) => service.stop()));
}
