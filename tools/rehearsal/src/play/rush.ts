import { setTimeout as sleep } from 'node:timers/promises';
import type { MachineWatch } from '../measure/machine.ts';
import { planVisits, RUSH_PHASES } from '../plan/schedule.ts';
import { filesOfPage } from './page-reader.ts';
import type { PreparedPlay } from './play.ts';
import { playVisit, type Visit } from './visit.ts';

const PROGRESS_MS = 15_000;

export type Rush = { visits: Visit[]; seconds: number };

/** Lets all visitors come as planned. Resolves when the last one has left. */
export const playRush = async (play: PreparedPlay, watch: MachineWatch | undefined): Promise<Rush> => {
  const { plan, contest, shop, log, signal } = play;
  const planned = planVisits(plan);
  const files = await filesOfPage(shop.gateway, `/order-form/${contest.slug}`);
  const rushMs = plan.minutes * 60_000;
  const startedAt = performance.now();
  const counts = { left: 0, paid: 0 };

  const watchPhases = async (): Promise<void> => {
    let endsAt = startedAt;
    for (const { name, time } of RUSH_PHASES) {
      await watch?.begin(name);
      endsAt += time * rushMs;
      await sleep(Math.max(0, endsAt - performance.now()), undefined, { signal });
    }
  };
  const arrived = (): number => planned.filter(({ atMs }) => startedAt + atMs <= performance.now()).length;
  const progress = setInterval(
    () => log(`rush: ${arrived()} of ${planned.length} visitors have come, ${counts.left} have left, ${counts.paid} have paid`),
    PROGRESS_MS,
  );
  try {
    const [visits] = await Promise.all([
      Promise.all(
        planned.map(async (each) => {
          const visit = await playVisit({ play, planned: each, startedAt, files });
          counts.left += 1;
          if (visit.chargedAt !== undefined) counts.paid += 1;
          return visit;
        }),
      ),
      watchPhases(),
    ]);
    signal.throwIfAborted();
    return { visits, seconds: (performance.now() - startedAt) / 1000 };
  } finally {
    clearInterval(progress);
  }
};
