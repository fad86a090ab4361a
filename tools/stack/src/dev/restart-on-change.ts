import { buildSimulator, programsIn } from '../build/build-all.ts';
import { bundleOnChange } from '../build/bundle.ts';
import { StackError } from '../machine/stack-error.mjs';
import { type ServiceName, serviceNames } from '../services/service-names.ts';
import type { Stack } from '../start-stack.ts';

export type ServiceWatcher = {
  /** Restarts services of this stack from now on. */
  attach(stack: Stack): void;
  stop(): Promise<void>;
};

/**
 * Builds every service, and again after each change of its sources, of the contracts or of the service kit; then restarts it.
 * A service whose sources have an error keeps running as it is.
 */
export async function restartOnChange({ log }: { log: (line: string) => void }): Promise<ServiceWatcher> {
  let stack: Stack | undefined;
  const changed = new Set<ServiceName>();
  const restarting = new Set<ServiceName>();

  const restart = async (name: ServiceName): Promise<void> => {
    if (!stack || restarting.has(name)) return;
    restarting.add(name);
    // A change during a restart leads to another restart after it.
    while (changed.delete(name)) {
      log(`${name} has changed: restarting …`);
      try {
        await stack.service(name).stop();
        await stack.service(name).start();
        log(`${name} is ready.`);
      } catch (error) {
        log(error instanceof Error ? error.message : String(error));
      }
    }
    restarting.delete(name);
  };
  const watch = async (name: ServiceName): Promise<() => Promise<void>> => {
    const folder = `services/${name}`;
    const onChange = () => {
      changed.add(name);
      void restart(name);
    };
    const onError = (message: string) => log(`${folder} cannot be built.\n${message}`);
    try {
      return await bundleOnChange(programsIn(folder), { onChange, onError });
    } catch (error) {
      throw new StackError(`${folder} cannot be built. ${error instanceof Error ? error.message : error}`);
    }
  };

  const [watchers] = await Promise.all([Promise.all(serviceNames.map(watch)), buildSimulator()]);
  return {
    attach(running) {
      stack = running;
      for (const name of changed) void restart(name);
    },
    async stop() {
      stack = undefined;
      await Promise.all(watchers.map((stopWatching) => stopWatching()));
    },
  };
}
