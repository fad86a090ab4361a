import { setTimeout as sleep } from 'node:timers/promises';
import type { UploadedMedia } from '@stagereel/contracts';
import { ShopError, type UploadCalls } from '@stagereel/shop-client';
import type { Fault, FaultPlan, Killed } from './fault-plan.ts';
import type { SeededVideo } from './seeded-video.ts';

/** Chunks of one file in flight at once. */
const CONCURRENCY = 3;
const RETRY_AFTER_MS = 100;

type Deps = {
  uploads: UploadCalls;
  /** Sends a share of a form (0 to 1) and returns the function that cuts the connection. */
  sendPart: (part: { form: FormData; share: number }) => Promise<() => void>;
  /** Kills a service and resolves when it runs again. */
  kill: (service: Killed) => Promise<void>;
};
type FaultCounts = { cuts: number; kills: Record<Killed, number> };
type Input = { file: SeededVideo; sha256: string; faults: FaultPlan; signal: AbortSignal };
type InterruptedUpload = FaultCounts & { media: UploadedMedia };

/**
 * Uploads a file while the planned faults cut connections and kill media and the gateway, and resumes after each with the chunks
 * that media reports as missing.
 * @throws ShopError for a response that a retry cannot change; the signal's reason
 */
export const uploadThroughFaults = async (deps: Deps, { file, sha256, faults, signal }: Input): Promise<InterruptedUpload> => {
  const { uploads } = deps;
  const { uploadId } = await uploads.open(file);
  const counts: FaultCounts = { cuts: 0, kills: { media: 0, gateway: 0 } };
  let isKilling = false;

  const kill = async (service: Killed): Promise<void> => {
    isKilling = true;
    await deps.kill(service);
    isKilling = false;
    counts.kills[service] += 1;
  };

  const cause = async (index: number, { kind, share }: Fault): Promise<void> => {
    if (isKilling) return;
    const cut = await deps.sendPart({ form: uploads.chunkForm({ uploadId, index, bytes: file.chunk(index) }), share });
    // The kill for another chunk interrupted this one, so its own fault is still to come.
    if (isKilling) return cut();
    faults.markDone(index);
    if (kind === 'cut') counts.cuts += 1;
    else await kill(kind);
    cut();
  };

  const isSent = async (index: number): Promise<boolean> => {
    try {
      await uploads.sendChunk({ uploadId, index, bytes: file.chunk(index) });
      return true;
    } catch (error) {
      if (isTransient(error)) return false;
      throw error;
    }
  };

  /** Sends chunks concurrently until all are sent or one is interrupted. */
  const sendUntilFault = async (indices: readonly number[]): Promise<void> => {
    const waiting = [...indices];
    let isInterrupted = false;
    const work = async (): Promise<void> => {
      while (!isInterrupted && !signal.aborted) {
        const index = waiting.shift();
        if (index === undefined) return;
        const fault = faults.next(index);
        if (fault) await cause(index, fault);
        isInterrupted ||= fault !== undefined || !(await isSent(index));
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
  };

  /** Undefined while media checks the file, or when media was killed during the check. */
  const complete = async (): Promise<UploadedMedia | undefined> => {
    const killAfterMs = faults.takeCheckKill();
    const completing = uploads.complete({ uploadId, sha256 }).catch((error: unknown) => {
      if (!isTransient(error)) throw error;
      return undefined;
    });
    if (killAfterMs === undefined) return completing;
    await Promise.race([completing, sleep(killAfterMs, undefined, { signal })]);
    await kill('media');
    await completing;
    return undefined;
  };

  for (;;) {
    const { state, missing } = await retry(() => uploads.status(uploadId), signal);
    // A chunk that has arrived may have another fault planned: when it is sent again, it is missing again.
    const wanted = state === 'open' ? [...new Set([...missing, ...faults.chunks()])] : [];
    if (wanted.length > 0) await sendUntilFault(wanted);
    else {
      const media = await complete();
      if (media) return { ...counts, media };
    }
  }
};

/** Retries a call until it succeeds. @throws errors that are not transient, and the signal's reason */
const retry = async <Result>(call: () => Promise<Result>, signal: AbortSignal): Promise<Result> => {
  for (;;) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      if (!isTransient(error)) throw error;
    }
    await sleep(RETRY_AFTER_MS);
  }
};

/** Whether a retry may succeed: after a lost connection, and while a service restarts. */
const isTransient = (error: unknown): boolean => {
  if (!(error instanceof ShopError)) return isConnectionError(error);
  const { status, body } = error;
  return status >= 500 || body.code === 'ChunkInvalid' || body.code === 'UploadIncomplete';
};

/** By name, because under Jest fetch's errors have classes of another realm. Its TypeErrors have a cause, unlike programming errors. */
const isConnectionError = (error: unknown): boolean => {
  const { name, cause } = Object(error) as { name?: unknown; cause?: unknown };
  return name === 'TimeoutError' || (name === 'TypeError' && cause !== undefined);
};
