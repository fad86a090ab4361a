import type { AdminLine, UploadedMedia } from '@stagereel/contracts';
import type { ArrivedVideo } from './arrived-videos.ts';
import type { PlannedLine, PlannedOrder } from './bulk-plan.ts';
import { storedVideo } from './finished-video.ts';
import { createLanes } from './lanes.ts';
import type { CompareDeps } from './same-videos.ts';
import { VideoChanged } from './video-changed.ts';

/** Films on their way at a time: while the shop looks through one, the next is being sent. */
const AT_ONCE = 3;

export type SendDeps = CompareDeps & {
  /** Sends a line's file; `onSent` hears the bytes that have left. */
  send: (planned: PlannedLine, options: { signal: AbortSignal; onSent: (bytes: number) => void }) => Promise<UploadedMedia>;
  /** Whether a line's download still is this one, '' for none, and the admin is not sending another there. */
  isOnDesk: (line: AdminLine, url: string) => boolean;
  /** A video has arrived: also where its order is not delivered, it need not be sent again. */
  onArrived: (lineId: string, video: ArrivedVideo) => void;
};

type Options = {
  /** By line id: why its video is not to be sent. */
  problems: ReadonlyMap<string, unknown>;
  signal: AbortSignal;
  onSent: () => void;
  /** One could not be sent; not told of those that were aborted. */
  onFailed: (error: unknown) => void;
};

/** With an `error` some videos have not arrived, and the order cannot be delivered; after an abort it is the signal's reason. */
export type Arrival = { downloadUrls: Readonly<Record<string, string>>; error: unknown };

/** @throws VideoChanged when a line's video is not this one any more */
export const requireOnDesk = ({ isOnDesk }: Pick<SendDeps, 'isOnDesk'>, { line, url }: { line: AdminLine; url: string }): void => {
  if (!isOnDesk(line, url)) throw new VideoChanged(line.id);
};

/**
 * Sends the videos of orders, a few side by side, in the order in which they are asked for. What an earlier run sent is not sent again, and
 * what the admin lays on the desk meanwhile stays there.
 */
export const createFilmSending = (deps: SendDeps, { problems, signal, onSent, onFailed }: Options) => {
  const inLane = createLanes(AT_ONCE);
  const sent = new Map<PlannedLine, number>();

  const urlOf = async (planned: PlannedLine): Promise<string> => {
    signal.throwIfAborted();
    requireOnDesk(deps, planned);
    if (planned.file === null) return planned.url;
    if (planned.sha256 !== null && (await deps.hash(planned, signal)) === planned.sha256) return planned.url;
    const tell = (bytes: number) => {
      sent.set(planned, bytes);
      onSent();
    };
    const { id, originalName, sha256 } = await deps.send(planned, { signal, onSent: tell });
    requireOnDesk(deps, planned);
    const url = storedVideo(id);
    deps.onArrived(planned.line.id, { url, fileName: originalName, sha256 });
    return url;
  };

  return {
    /** Never rejects; it ends when nothing of the order is on its way any more. */
    arrive: async ({ lines }: PlannedOrder): Promise<Arrival> => {
      let error = lines.map(({ line }) => problems.get(line.id)).find((problem) => problem !== undefined);
      const send = async (planned: PlannedLine): Promise<readonly [string, string][]> => {
        // The order goes out whole or not at all: after one that failed, no other is begun.
        if (error !== undefined) return [];
        try {
          return [[planned.line.id, await urlOf(planned)]];
        } catch (reason) {
          error ??= signal.aborted ? signal.reason : reason;
          if (!signal.aborted) onFailed(reason);
          return [];
        }
      };
      const urls = await Promise.all(lines.map((planned) => inLane(() => send(planned))));
      return { downloadUrls: Object.fromEntries(urls.flat()), error };
    },
    /** The order is over: nothing more of it is to come, whatever has left. */
    close: ({ lines }: PlannedOrder): void => {
      for (const planned of lines) sent.set(planned, deps.sizeOf(planned));
    },
    sentBytes: (): number => [...sent.values()].reduce((sum, bytes) => sum + bytes, 0),
  };
};
