import type { AdminLine } from '@stagereel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { ordersQuery } from '../../../api/admin-orders.ts';
import { pathOfFile } from '../../../lib/uploads/dropped-files.ts';
import { pickFiles, type RefusedFile } from '../../../lib/uploads/upload-files.ts';
import type { OrderGroup } from '../lib/order-groups.ts';
import type { OrderWorkspace } from '../lib/order-workspace.ts';
import { bulkDelivery } from './bulk-delivery-store.ts';
import { checkFootage, isEveryChoiceInspected, useInspectedFiles } from './inspect-files.ts';
import { matchLines } from './match-lines.ts';
import { type Choices, certainChoices, type ExistingVideos, linesToMatch, matchesToReview, planDelivery } from './plan-delivery.ts';
import { startBulkDelivery } from './start-bulk-delivery.ts';

type Snapshot = ExistingVideos & {
  /** Orders that are not handled. */
  groups: readonly OrderGroup[];
  /** Lines of all orders, including handled ones. */
  ordered: readonly AdminLine[];
};

const EMPTY: Snapshot = { groups: [], urls: {}, hashes: {}, ordered: [] };

/** The steps of a bulk delivery in this dialog: choose files, match them to the lines of unhandled orders, review, deliver. */
export const useBulkDelivery = ({ groups, workspace }: { groups: readonly OrderGroup[]; workspace: OrderWorkspace }) => {
  const queryClient = useQueryClient();
  const { progress, outcome, isOpen } = useStore(bulkDelivery.store);
  useEffect(() => bulkDelivery.mount(), []);

  const [files, setFiles] = useState<readonly File[]>([]);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  // A snapshot, so that a reload of the orders does not change the table during the review.
  const [snapshot, setSnapshot] = useState(EMPTY);
  const [manualChoices, setManualChoices] = useState<Choices>({});

  const chooseFiles = (chosen: readonly File[]) => {
    const picked = pickFiles({ files: chosen, chosen: [], only: 'video' });
    setRefused(picked.refused);
    bulkDelivery.clearOutcome();
    setFiles(picked.accepted.map(({ file }) => file));
    setSnapshot({
      groups: groups.filter((group) => !group.isHandled),
      urls: workspace.urls,
      hashes: workspace.hashes,
      ordered: groups.flatMap(({ lines }) => lines),
    });
    setManualChoices({});
  };

  const matchesByName = useMemo(() => {
    const matches = matchLines({ paths: files.map(pathOfFile), lines: linesToMatch(snapshot), ordered: snapshot.ordered });
    return matchesToReview({ matches, urls: snapshot.urls });
  }, [files, snapshot]);
  const inspected = useInspectedFiles(files);
  const matches = useMemo(() => checkFootage({ matches: matchesByName, inspected }), [matchesByName, inspected]);

  const choices = useMemo(() => ({ ...certainChoices(matches), ...manualChoices }), [matches, manualChoices]);
  const plan = useMemo(() => planDelivery({ ...snapshot, choices }), [snapshot, choices]);
  const isInspected = isEveryChoiceInspected({ choices, inspected });

  /** The same object while the videos are sent, so that the table is not rendered again. */
  const review = useMemo(
    () => ({
      files,
      matches,
      choices,
      plan,
      inspected,
      /** Whether an earlier bulk delivery uploaded a video for the line. */
      hasUploadedVideo: (lineId: string) => Boolean(snapshot.urls[lineId]),
      choose: (lineId: string, file: number | null) => setManualChoices((known) => ({ ...known, [lineId]: file })),
    }),
    [files, matches, choices, plan, inspected, snapshot],
  );

  const deliver = async () => {
    // The second click of a double click arrives before the button is disabled.
    if (!isInspected || bulkDelivery.read().progress !== null) return;
    const reloadOrders = (options: { cancelRefetch: boolean }) =>
      void queryClient.invalidateQueries({ queryKey: ordersQuery().queryKey }, options);
    await startBulkDelivery({ orders: plan.orders, files, reloadOrders });
    setFiles([]);
  };

  return { isOpen, refused, chooseFiles, review, isInspected, deliver, progress, outcome };
};
export type BulkDelivery = ReturnType<typeof useBulkDelivery>;
export type BulkReview = BulkDelivery['review'];
