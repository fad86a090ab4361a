import type { AdminLine } from '@stagereel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { userMessageOf } from '../../../lib/api-error.ts';
import { announceSessionExpiry } from '../../../lib/session-expiry.ts';
import { pathOfFile } from '../../../lib/uploads/dropped-files.ts';
import { hashFile } from '../../../lib/uploads/hash-file.ts';
import { uploadFailureText } from '../../../lib/uploads/upload-errors.ts';
import { pickFiles, type RefusedFile } from '../../../lib/uploads/upload-files.ts';
import { sendTo } from '../../../lib/uploads/upload-queues.ts';
import { deliverOrder } from '../api/deliver-order.ts';
import { ordersQuery } from '../api/list-orders.ts';
import { putArrivedVideo } from '../lib/arrived-videos.ts';
import { type Choices, type Desk, type PlannedLine, planDelivery, sureChoices, waitingLines, withoutSent } from '../lib/bulk-plan.ts';
import { finishedPlace, lookAtVideo, type VideoFacts } from '../lib/finished-video.ts';
import { isEveryFileSeen, judgeFootage, lookAtAll, type SeenVideos } from '../lib/judge-footage.ts';
import { matchVideos } from '../lib/match-videos.ts';
import type { OrderGroup } from '../lib/order-groups.ts';
import { type BulkStep, runBulkDelivery } from '../lib/run-bulk-delivery.ts';
import { SameVideo } from '../lib/same-videos.ts';
import { useBulkOutcome } from './use-bulk-outcome.ts';
import type { OrderDesk } from './use-order-desk.ts';

const failureText = (error: unknown): string => {
  if (error instanceof SameVideo) return `${error.otherLine} の動画と内容が同じです。ファイルを確認してください。`;
  return error instanceof Error && error.name === 'ApiError' ? userMessageOf(error, '') : uploadFailureText(error);
};

type Waiting = Desk & {
  /** Orders that wait. */
  groups: readonly OrderGroup[];
  /** Lines of all orders, handled ones, too. */
  ordered: readonly AdminLine[];
};

/** Milliseconds; hundreds of lines drawn anew with every file would take longer than looking at the files. */
const TELL_MS = 500;

const NOTHING: Waiting = { groups: [], urls: {}, contents: {}, ordered: [] };

/** A folder of videos is chosen, matched to those of all orders that wait, settled by the admin, and delivered. */
export const useBulkDelivery = ({ groups, desk }: { groups: readonly OrderGroup[]; desk: OrderDesk }) => {
  const queryClient = useQueryClient();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  // What waits now: a list that is read anew meanwhile does not change the table under the admin's hands.
  const [waiting, setWaiting] = useState<Waiting>(NOTHING);
  const [settled, setSettled] = useState<Choices>({});
  const [seen, setSeen] = useState<ReadonlyMap<File, VideoFacts | null>>(new Map());
  const [step, setStep] = useState<BulkStep | null>(null);
  const { outcome, ...told } = useBulkOutcome({ groups, desk });
  const halting = useRef<AbortController | null>(null);

  const byName = useMemo(
    () =>
      withoutSent({
        matches: matchVideos({ paths: files.map(pathOfFile), lines: waitingLines(waiting), ordered: waiting.ordered }),
        urls: waiting.urls,
      }),
    [files, waiting],
  );
  const facts: SeenVideos = useMemo(
    () => new Map(files.flatMap((file, index) => (seen.has(file) ? [[index, seen.get(file) ?? null]] : []))),
    [files, seen],
  );
  const matches = useMemo(() => judgeFootage({ matches: byName, seen: facts }), [byName, facts]);
  // What the admin has settled stands; all else follows what is known by now.
  const choices = useMemo(() => ({ ...sureChoices(matches), ...settled }), [matches, settled]);
  const plan = useMemo(() => planDelivery({ ...waiting, choices }), [waiting, choices]);

  const isLookedAt = isEveryFileSeen({ choices, seen: facts });

  useEffect(() => {
    const halt = new AbortController();
    const found = new Map<File, VideoFacts | null>();
    const tell = () => setSeen((known) => (known.size === found.size ? known : new Map(found)));
    const timer = setInterval(tell, TELL_MS);
    const end = () => clearInterval(timer);
    const onSeen = (file: File, facts: VideoFacts | null) => void found.set(file, facts);
    void lookAtAll({ look: lookAtVideo, onSeen }, { files, signal: halt.signal }).then(() => {
      end();
      if (!halt.signal.aborted) tell();
    });
    return () => {
      end();
      halt.abort();
    };
  }, [files]);

  const isWorking = step !== null;
  useEffect(() => {
    if (!isWorking) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isWorking]);

  const choose = (chosen: readonly File[]) => {
    const picked = pickFiles({ files: chosen, chosen: [], only: 'video' });
    const videos = picked.accepted.map(({ file }) => file);
    setRefused(picked.refused);
    told.forget();
    setSeen(new Map());
    setFiles(videos);
    setWaiting({
      groups: groups.filter((group) => !group.isHandled),
      urls: desk.urls,
      contents: desk.contents,
      ordered: groups.flatMap(({ lines }) => lines),
    });
    setSettled({});
  };

  const fileOf = ({ file }: PlannedLine): File => {
    const found = file === null ? undefined : files[file];
    if (!found) throw new Error('a line without a file');
    return found;
  };

  const deliver = async () => {
    // The second press of a double click comes before the button is drawn anew.
    if (halting.current || !isLookedAt) return;
    const halt = new AbortController();
    halting.current = halt;
    setStep({ delivered: 0, done: 0, total: plan.orders.length, percent: 0 });
    const result = await runBulkDelivery(
      {
        send: (planned, { signal, onSent }) =>
          sendTo(
            finishedPlace(planned.line),
            { file: fileOf(planned), kind: 'video' },
            { signal, onProgress: ({ sentBytes }) => onSent(sentBytes) },
          ),
        sizeOf: (planned) => (planned.file === null ? 0 : fileOf(planned).size),
        hash: (planned, signal) => hashFile(fileOf(planned), signal),
        deliver: deliverOrder,
        onArrived: putArrivedVideo,
        onStep: setStep,
      },
      { orders: plan.orders, signal: halt.signal },
    );
    if (result.stop === 'session-ended') announceSessionExpiry();
    for (const group of waiting.groups) {
      if (result.delivered.some((orderNumber) => orderNumber === group.orderNumber)) desk.forgetUrls(group);
    }
    halting.current = null;
    setStep(null);
    setFiles([]);
    told.tell({ ...result, failed: result.failed.map(({ orderNumber, error }) => ({ orderNumber, message: failureText(error) })) });
    await queryClient.invalidateQueries({ queryKey: ordersQuery().queryKey });
  };

  /** What the table shows. It stays the same while the videos are sent. */
  const table = useMemo(
    () => ({
      files,
      matches,
      choices,
      plan,
      facts,
      /** Whether an earlier run sent a video for the line. */
      isSent: (lineId: string) => Boolean(waiting.urls[lineId]),
      settle: (lineId: string, file: number | null) => setSettled((known) => ({ ...known, [lineId]: file })),
    }),
    [files, matches, choices, plan, facts, waiting],
  );

  return {
    table,
    refused,
    isLookedAt,
    step,
    outcome,
    told,
    choose,
    deliver,
    halt: () => halting.current?.abort(),
  };
};
export type BulkDelivery = ReturnType<typeof useBulkDelivery>;
