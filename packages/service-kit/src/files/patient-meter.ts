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

type Pauses = { reserve: readonly number[]; giveBack: readonly number[] };

/** In milliseconds. A reader waits for a stretch: some seconds in all. For what is given back nobody waits: a minute, which no restart takes. */
const PAUSES_MS: Pauses = { reserve: [100, 300, 900, 2700], giveBack: [100, 300, 900, 2700, 5400, 10_800, 20_000, 20_000] };

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

type Options = {
  /** Is told of what could not be given back in the end, and so counts as sent. */
  onLost: (error: unknown, unsent: GiveBack) => void;
  pausesMs?: Pauses;
};

export const createPatience = ({ onLost, pausesMs = PAUSES_MS }: Options) => {
  /** By their ids, the stretches of which it is not said yet how much of them left. */
  const open = new Set<string>();
  const waiting: (() => void)[] = [];
  const tellWhenSettled = (): void => {
    if (open.size === 0) for (const tell of waiting.splice(0)) tell();
  };
  const close = (id: string): void => {
    open.delete(id);
    tellWhenSettled();
  };

  return {
    patient: (meter: Meter): PatientMeter => ({
      reserve: async (stretch) => {
        open.add(stretch.id);
        // One that fails may be counted all the same, and is given back.
        const isCounted = await persist({ work: () => meter.reserve(stretch), pausesMs: pausesMs.reserve });
        const ended = isCounted ? stretch.done : stretch.id;
        if (ended !== undefined) close(ended);
        return isCounted;
      },
      giveBack: (unsent) => {
        open.add(unsent.id);
        persist({ work: () => meter.giveBack(unsent), pausesMs: pausesMs.giveBack })
          .catch((error: unknown) => onLost(error, unsent))
          .finally(() => close(unsent.id));
      },
    }),
    /** Resolves when every answer that was counted has ended, and nothing is being given back any more. */
    settled: (): Promise<void> =>
      new Promise((resolve) => {
        waiting.push(resolve);
        tellWhenSettled();
      }),
  };
};
