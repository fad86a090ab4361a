import { setTimeout as sleep } from 'node:timers/promises';
import type { Athlete } from '@stagereel/contracts';
import { type Admin, ShopError } from '@stagereel/shop-client';
import type { Recorder } from '../measure/recorder.ts';
import type { RehearsalPlan } from '../plan/command.ts';
import type { RehearsedShop } from '../rehearsed-shop.ts';

export type PreparedContest = { id: string; slug: string; onSale: readonly Athlete[] };

/** What every part of the rehearsal needs. */
export type Play = {
  shop: RehearsedShop;
  plan: RehearsalPlan;
  /** Part of every address, so that two rehearsals in one staging shop do not meet. */
  runId: string;
  recorder: Recorder;
  log: (line: string) => void;
  signal: AbortSignal;
};
export type PreparedPlay = Play & { admin: Admin; contest: PreparedContest };

/** A customer presses the button again after this time. */
const RETRY_MS = 2_000;

/** What went wrong, in a few words that are the same for equal errors. */
export const kindOf = (error: unknown): string => {
  if (error instanceof ShopError) return `${error.status} ${error.body.code ?? ''}`.trim();
  const { name, message, cause, code } = Object(error) as Record<string, unknown>;
  if (name === 'TimeoutError') return 'timeout';
  const reason = Object(cause) as Record<string, unknown>;
  if (reason['code'] !== undefined) return String(reason['code']);
  if (code !== undefined) return String(code);
  return String(message ?? error).slice(0, 80);
};

/** Whether the same request may succeed later: the shop, or the way to it, has failed; or it asks to wait. */
const mayRetry = (error: unknown): boolean =>
  !(error instanceof ShopError) ||
  error.status >= 500 ||
  error.status === 429 ||
  error.body.code === 'PaymentPending' ||
  error.body.code === 'PaymentRequired';

type Step = {
  phase: string;
  step: string;
  /** When the visitor wanted to begin, by performance.now(). A late load generator counts as a late shop. */
  intendedAt?: number;
  /** How long the visitor repeats what fails. 0: not at all. */
  patienceMs?: number;
};

/** Takes a step, and records how long it took from its intended start, with all its attempts. @throws the error of the last attempt */
export const takeStep = async <Result>(
  { recorder, signal }: Pick<Play, 'recorder' | 'signal'>,
  { phase, step, intendedAt = performance.now(), patienceMs = 0 }: Step,
  attempt: () => Promise<Result>,
): Promise<Result> => {
  for (;;) {
    signal.throwIfAborted();
    try {
      const result = await attempt();
      recorder.add({ phase, step, ms: performance.now() - intendedAt });
      return result;
    } catch (error) {
      recorder.fail({ phase, step, kind: kindOf(error) });
      if (!mayRetry(error) || performance.now() - intendedAt > patienceMs) throw error;
    }
    await sleep(RETRY_MS, undefined, { signal });
  }
};

/** Runs the task for each item, some at the same time. The results are in the order of the items. */
export const inParallel = async <Item, Result>(
  items: readonly Item[],
  { at, task }: { at: number; task: (item: Item, index: number) => Promise<Result> },
): Promise<Result[]> => {
  const results: Result[] = [];
  const remaining = items.entries();
  const work = async (): Promise<void> => {
    for (const [index, item] of remaining) results[index] = await task(item, index);
  };
  await Promise.all(Array.from({ length: at }, work));
  return results;
};
