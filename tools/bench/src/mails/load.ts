import type { Messaging } from '@stagereel/service-kit';
import type { Expected } from './events.ts';

const LOST_AFTER_MS = 60_000;

/** Publishes events and waits for the mail that each of them causes. */
export const createLoad = (publish: Messaging['publish']) => {
  const waiting = new Map<string, (at: number) => void>();

  /** Publishes an event. Resolves with the time until the mail server has accepted its mail, in ms. */
  const request = async ({ event, email }: Expected): Promise<number> => {
    const begin = performance.now();
    const accepted = new Promise<number>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`No mail for ${event.type} within ${LOST_AFTER_MS / 1000} s`)), LOST_AFTER_MS);
      waiting.set(email, (at) => {
        clearTimeout(timer);
        waiting.delete(email);
        resolve(at - begin);
      });
    });
    await publish(event);
    return accepted;
  };

  return {
    /** Called for each mail that the receiver has accepted. */
    accept: (address: string) => waiting.get(address)?.(performance.now()),
    /** All at once. Resolves with the seconds until the last mail is accepted. */
    burst: async (events: readonly Expected[]): Promise<number> => {
      const begin = performance.now();
      await Promise.all(events.map(request));
      return (performance.now() - begin) / 1000;
    },
    /** One of each kind per tick, however slow the mails are. Resolves with the times until the mails are accepted, in ms. */
    atRate: async (input: { perSecond: number; seconds: number; kinds: readonly (() => Expected)[] }): Promise<number[]> => {
      const { perSecond, seconds, kinds } = input;
      const begin = performance.now();
      const times: Promise<number>[] = [];
      for (let tick = 0; tick < perSecond * seconds; tick += 1) {
        const due = begin + (tick * 1000) / perSecond - performance.now();
        if (due > 0) await new Promise((resolve) => setTimeout(resolve, due));
        for (const create of kinds) {
          const time = request(create());
          // A lost mail is thrown below, once all events are published.
          time.catch(() => undefined);
          times.push(time);
        }
      }
      return Promise.all(times);
    },
  };
};
