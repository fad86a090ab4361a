import { setTimeout as pause } from 'node:timers/promises';
import type { GiveBack, Reserve } from '@stagereel/contracts';

/** Counts what leaves for one claim before it leaves. Whatever is said twice under one id counts once, so it may be said again. */
export type Meter = {
  /** False when the stretch may not leave. */
  reserve: (stretch: Reserve) => Promise<boolean>;
  /** Takes back what never left. */
  giveBack: (unsent: GiveBack) => Promise<void>;
};

/** A meter that bears with a counter that is away for a moment. Giving back goes on after the answer has ended. */
export type PatientMeter = Pick<Meter, 'reserve'> & { giveBack: (unsent: GiveBack) => void };

/** A reader waits for it, some seconds in all. */
const RESERVE_PAUSES_MS = [100, 300, 900, 2700];
/** Nobody waits: about a minute, which a restart does not take. */
const GIVE_BACK_PAUSES_MS = [100, 300, 900, 2700, 5400, 10_800, 20_000, 20_000];

/** Does it again after each of the pauses for as long as it fails. */
const persist = async <Result>({ work, pausesMs }: { work: () => Promise<Result>; pausesMs: readonly number[] }): Promise<Result> => {
  for (const ms of pausesMs) {
    try {
      return await work();
    } catch {
      await pause(ms, undefined, { ref: false });
    }
  }
  return work();
};

/** `onLost`: is told of what could not be given back in the end, and so counts as sent. */
export const createPatience = ({ onLost }: { onLost: (error: unknown, unsent: GiveBack) => void }) => {
  const underWay = new Set<Promise<void>>();
  return {
    patient: (meter: Meter): PatientMeter => ({
      reserve: (stretch) => persist({ work: () => meter.reserve(stretch), pausesMs: RESERVE_PAUSES_MS }),
      giveBack: (unsent) => {
        const giving = persist({ work: () => meter.giveBack(unsent), pausesMs: GIVE_BACK_PAUSES_MS })
          .catch((error: unknown) => onLost(error, unsent))
          .finally(() => underWay.delete(giving));
        underWay.add(giving);
      },
    }),
    /** Resolves when nothing is being given back any more. */
    settled: async (): Promise<void> => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
};
export type Patience = ReturnType<typeof createPatience>;
