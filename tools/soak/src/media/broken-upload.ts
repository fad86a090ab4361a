import { setTimeout as pause } from 'node:timers/promises';
import type { UploadedMedia } from '@stagereel/contracts';
import type { UploadCalls } from '@stagereel/shop-client';
import type { Fault, FaultPlan, Killed } from './fault-plan.ts';
import { isPassing, persist } from './passing-failure.ts';
import type { SeededVideo } from './seeded-video.ts';

/** Chunks of one file under way at once. */
const LANES = 3;

type Deps = {
  uploads: UploadCalls;
  /** Sends a share of a form; answers what cuts the connection. */
  sendPart: (part: { form: FormData; share: number }) => Promise<() => void>;
  /** Ends a service without a word, and resolves when it is back. */
  kill: (service: Killed) => Promise<void>;
  onProgress: (counts: FaultCounts & { missing: number }) => void;
};
export type FaultCounts = { cuts: number; kills: Record<Killed, number> };
type Input = { file: SeededVideo; sha256: string; faults: FaultPlan; signal: AbortSignal };
/** `rounds`: how often it asked what is missing and went on from there. */
export type BrokenUpload = FaultCounts & { media: UploadedMedia; rounds: number };

/**
 * Uploads a file while connections are cut and media and the gateway are killed, as planned, and goes on each time with what media says is missing.
 * @throws ShopError for an answer that no repetition heals; the signal's reason
 */
export const uploadThroughFaults = async (deps: Deps, { file, sha256, faults, signal }: Input): Promise<BrokenUpload> => {
  const { uploads } = deps;
  const { uploadId } = await uploads.open(file);
  const counts: FaultCounts = { cuts: 0, kills: { media: 0, gateway: 0 } };
  let rounds = 0;
  let isKilling = false;

  const kill = async (service: Killed): Promise<void> => {
    isKilling = true;
    await deps.kill(service);
    isKilling = false;
    counts.kills[service] += 1;
  };

  const strike = async (index: number, { kind, share }: Fault): Promise<void> => {
    if (isKilling) return;
    const cut = await deps.sendPart({ form: uploads.chunkForm({ uploadId, index, bytes: file.chunk(index) }), share });
    // Killed meanwhile for another chunk: this one was broken by that, and its own turn is still to come.
    if (isKilling) return cut();
    faults.strikeOff(index);
    if (kind === 'cut') counts.cuts += 1;
    else await kill(kind);
    cut();
  };

  const isSent = async (index: number): Promise<boolean> => {
    try {
      await uploads.sendChunk({ uploadId, index, bytes: file.chunk(index) });
      return true;
    } catch (error) {
      if (isPassing(error)) return false;
      throw error;
    }
  };

  /** Sends chunks side by side until all are sent or something broke. */
  const sendSome = async (indices: readonly number[]): Promise<void> => {
    const waiting = [...indices];
    let isBroken = false;
    const lane = async (): Promise<void> => {
      while (!isBroken && !signal.aborted) {
        const index = waiting.shift();
        if (index === undefined) return;
        const fault = faults.next(index);
        if (fault) await strike(index, fault);
        isBroken ||= fault !== undefined || !(await isSent(index));
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  };

  /** Undefined when it is not in the library yet, or media was killed over it. */
  const completed = async (): Promise<UploadedMedia | undefined> => {
    const killAfterMs = faults.takeCheckKill();
    const asking = uploads.complete({ uploadId, sha256 }).catch((error: unknown) => {
      if (!isPassing(error)) throw error;
      return undefined;
    });
    if (killAfterMs === undefined) return asking;
    await Promise.race([asking, pause(killAfterMs, undefined, { signal })]);
    await kill('media');
    await asking;
    return undefined;
  };

  for (;;) {
    const { state, missing } = await persist(() => uploads.status(uploadId), signal);
    rounds += 1;
    deps.onProgress({ ...counts, missing: missing.length });
    // A chunk that is there already may still be planned to break: sent again, it is missing again.
    const wanted = state === 'open' ? [...new Set([...missing, ...faults.chunks()])] : [];
    if (wanted.length > 0) await sendSome(wanted);
    else {
      const media = await completed();
      if (media) return { ...counts, media, rounds };
    }
  }
};
