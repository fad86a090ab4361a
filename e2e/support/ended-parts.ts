import type { BackingName, ServiceName, Stack } from '@stagereel/stack';

type Parts = Pick<Stack, 'service' | 'backing'>;
type RememberedParts = Parts & {
  /** Restarts the parts that a test has stopped and not started again. A part that crashed stays down, so that tests detect it. */
  startEnded: () => Promise<void>;
};

/**
 * Wraps the controls of a shop's services and servers. It records each part that a test stops until it is started again, because a test that
 * fails in between would leave the shop without that part for all later tests.
 */
export const rememberEnded = ({ service, backing }: Parts): RememberedParts => {
  /** The function that restarts each stopped part, by its name. */
  const restarts = new Map<ServiceName | BackingName, () => Promise<void>>();
  return {
    service: (name) => {
      const handle = service(name);
      // A test may have timed out while the service was still stopping.
      const restart = async (): Promise<void> => {
        await handle.stop();
        await handle.start();
      };
      return {
        ...handle,
        kill: (signal) => {
          restarts.set(name, restart);
          return handle.kill(signal);
        },
        stop: () => {
          restarts.set(name, restart);
          return handle.stop();
        },
        start: async () => {
          await handle.start();
          restarts.delete(name);
        },
      };
    },
    backing: {
      ...backing,
      kill: (name, signal) => {
        restarts.set(name, () => backing.restart(name));
        return backing.kill(name, signal);
      },
      start: async (name) => {
        await backing.start(name);
        restarts.delete(name);
      },
    },
    startEnded: async () => {
      const pending = [...restarts.values()];
      restarts.clear();
      await Promise.all(pending.map((restart) => restart()));
    },
  };
};
