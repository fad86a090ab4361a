import type { BackingName, ServiceName, Stack } from '@stagereel/stack';

type Parts = Pick<Stack, 'service' | 'backing'>;
type RememberedParts = Parts & {
  /** Brings back what was ended and not started again; a part that went down by itself stays away, and is seen to be. */
  startEnded: () => Promise<void>;
};

/**
 * A shop's parts in the hands of its tests. What a test has ended is remembered until it is started again: one that fails in between
 * would leave the shop without it for all the tests after it.
 */
export const rememberEnded = ({ service, backing }: Parts): RememberedParts => {
  /** By the name of a part, how it comes back. */
  const ended = new Map<ServiceName | BackingName, () => Promise<void>>();
  return {
    service: (name) => {
      const handle = service(name);
      // A test may have run out of time while the service was still going down.
      const restart = async (): Promise<void> => {
        await handle.stop();
        await handle.start();
      };
      return {
        ...handle,
        kill: (signal) => {
          ended.set(name, restart);
          return handle.kill(signal);
        },
        stop: () => {
          ended.set(name, restart);
          return handle.stop();
        },
        start: async () => {
          await handle.start();
          ended.delete(name);
        },
      };
    },
    backing: {
      ...backing,
      kill: (name, signal) => {
        ended.set(name, () => backing.restart(name));
        return backing.kill(name, signal);
      },
      start: async (name) => {
        await backing.start(name);
        ended.delete(name);
      },
    },
    startEnded: async () => {
      const waiting = [...ended.values()];
      ended.clear();
      await Promise.all(waiting.map((restart) => restart()));
    },
  };
};
