import type { AdminLine } from '@stagereel/contracts';
import { useMemo, useState } from 'react';
import { pathOfFile } from '../../../lib/uploads/dropped-files.ts';
import { pickFiles, type RefusedFile } from '../../../lib/uploads/upload-files.ts';
import { type Choices, type Desk, planDelivery, sureChoices, waitingLines, withoutSent } from '../lib/bulk-plan.ts';
import { bulkRun } from '../lib/bulk-run.ts';
import { isEveryFileSeen, judgeFootage } from '../lib/judge-footage.ts';
import { matchVideos } from '../lib/match-videos.ts';
import type { OrderGroup } from '../lib/order-groups.ts';
import { useBulkOutcome } from './use-bulk-outcome.ts';
import { useBulkRun } from './use-bulk-run.ts';
import type { OrderDesk } from './use-order-desk.ts';
import { useSeenVideos } from './use-seen-videos.ts';

type Waiting = Desk & {
  /** Orders that wait. */
  groups: readonly OrderGroup[];
  /** Lines of all orders, handled ones, too. */
  ordered: readonly AdminLine[];
};

const NOTHING: Waiting = { groups: [], urls: {}, contents: {}, ordered: [] };

/** A folder of videos is chosen, matched to those of all orders that wait, settled by the admin, and delivered. */
export const useBulkDelivery = ({ groups, desk }: { groups: readonly OrderGroup[]; desk: OrderDesk }) => {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  // What waits now: a list that is read anew meanwhile does not change the table under the admin's hands.
  const [waiting, setWaiting] = useState<Waiting>(NOTHING);
  const [settled, setSettled] = useState<Choices>({});
  const facts = useSeenVideos(files);
  const { step, outcome: known, isOpen, start } = useBulkRun();
  const { outcome, ...told } = useBulkOutcome({ groups, desk, known });

  const byName = useMemo(
    () =>
      withoutSent({
        matches: matchVideos({ paths: files.map(pathOfFile), lines: waitingLines(waiting), ordered: waiting.ordered }),
        urls: waiting.urls,
      }),
    [files, waiting],
  );
  const matches = useMemo(() => judgeFootage({ matches: byName, seen: facts }), [byName, facts]);
  // What the admin has settled stands; all else follows what is known by now.
  const choices = useMemo(() => ({ ...sureChoices(matches), ...settled }), [matches, settled]);
  const plan = useMemo(() => planDelivery({ ...waiting, choices }), [waiting, choices]);

  const isLookedAt = isEveryFileSeen({ choices, seen: facts });

  const choose = (chosen: readonly File[]) => {
    const picked = pickFiles({ files: chosen, chosen: [], only: 'video' });
    const videos = picked.accepted.map(({ file }) => file);
    setRefused(picked.refused);
    bulkRun.forgetOutcome();
    setFiles(videos);
    setWaiting({
      groups: groups.filter((group) => !group.isHandled),
      urls: desk.urls,
      contents: desk.contents,
      ordered: groups.flatMap(({ lines }) => lines),
    });
    setSettled({});
  };

  const deliver = async () => {
    // The second press of a double click comes before the button is drawn anew.
    if (!isLookedAt || bulkRun.read().step !== null) return;
    await start({ orders: plan.orders, files });
    setFiles([]);
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
    isOpen,
    step,
    outcome,
    told,
    choose,
    deliver,
  };
};
export type BulkDelivery = ReturnType<typeof useBulkDelivery>;
