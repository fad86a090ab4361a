import type { AdminLine, Athlete } from '@stagereel/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { adminAthletesQuery } from '../../../api/admin-athletes.ts';
import { ordersQuery } from '../../../api/admin-orders.ts';
import { useSignInHere } from '../../../lib/sign-in-here.ts';
import { pathOfFile } from '../../../lib/uploads/dropped-files.ts';
import { pickFiles, type RefusedFile } from '../../../lib/uploads/upload-files.ts';
import type { OrderGroup } from '../lib/order-groups.ts';
import type { OrderWorkspace } from '../lib/order-workspace.ts';
import { bulkDelivery } from './bulk-delivery-store.ts';
import { filesToMatch } from './files-to-match.ts';
import { useInspectedFiles } from './inspect-files.ts';
import { type Choice, matchVideos, proposeSimilar, type RegisteredAthlete, videoKey } from './match-videos.ts';
import { type ListRow, matchRows, sourceOfRow } from './pasted-list.ts';
import { type ExistingVideos, linesToMatch, planDelivery, type Source } from './plan-delivery.ts';
import { buildReview, type ReviewGroup } from './review-rows.ts';
import { retryBulkDelivery, startBulkDelivery } from './start-bulk-delivery.ts';
import { unfinishedRun } from './unfinished-run.ts';

type Snapshot = ExistingVideos & {
  /** Orders that are not handled. */
  groups: readonly OrderGroup[];
  /** Lines of all orders, including handled ones. */
  ordered: readonly AdminLine[];
};

const EMPTY: Snapshot = { groups: [], urls: {}, hashes: {}, ordered: [] };
const NO_SOURCES: readonly Source[] = [];

/** What the admin gave: files, or the rows of a list (`rows`). */
type Given = { sources: readonly Source[]; rows: readonly ListRow[] | null };
const NOTHING: Given = { sources: NO_SOURCES, rows: null };

const sourceOfFile = (file: File): Source => {
  const label = pathOfFile(file);
  return { id: JSON.stringify([label, file.size, file.lastModified]), label, file, url: '' };
};

/** The registered athletes of the contests of these lines; null until they are loaded. A contest that cannot be loaded counts as empty. */
const useRegisteredAthletes = (lines: readonly AdminLine[]): readonly RegisteredAthlete[] | null => {
  const queryClient = useQueryClient();
  const contests = useMemo(() => [...new Map(lines.map(({ contestId, contestName }) => [contestId, contestName]))], [lines]);
  const { data = null } = useQuery({
    queryKey: ['athletes-to-match', ...contests.flat()],
    queryFn: async (): Promise<RegisteredAthlete[]> => {
      const lists = await Promise.all(
        contests.map(async ([contestId, contestName]) => {
          const athletes = await queryClient.fetchQuery(adminAthletesQuery(contestId)).catch((): Athlete[] => []);
          return athletes.flatMap(({ isDeleted, category, athleteNumber, name }) =>
            isDeleted ? [] : [{ contestId, contestName, category, athleteNumber, athleteName: name }],
          );
        }),
      );
      return lists.flat();
    },
    staleTime: 0,
  });
  return data;
};

/** By URL: the video of the lines that have it already, typed or delivered. */
const usedUrlsOf = ({ urls, ordered }: Snapshot): Map<string, string> =>
  new Map(
    ordered.flatMap((line) => {
      const url = (urls[line.id] ?? line.videoDownloadUrl ?? '').trim();
      return url === '' ? [] : [[url, videoKey(line)] as const];
    }),
  );

/** A decision for one file by hand, and what the same naming pattern implies for other files. */
type Proposal = { source: Source; similar: readonly { fileId: string; lineId: string }[] };

type Input = { groups: readonly OrderGroup[]; workspace: OrderWorkspace };

/** The steps of a bulk delivery in this dialog: choose files or paste a list, match them to the lines of unhandled orders, review, deliver. */
export const useBulkDelivery = ({ groups, workspace }: Input) => {
  const queryClient = useQueryClient();
  const { progress, outcome, isOpen, isSignedOut } = useStore(bulkDelivery.store);
  const unfinished = useStore(unfinishedRun.store);
  useEffect(() => bulkDelivery.mount(), []);
  useSignInHere({ isActive: isOpen && progress !== null, onSessionEnded: bulkDelivery.pause });

  const [{ sources, rows }, setGiven] = useState(NOTHING);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  // A snapshot, so that a reload of the orders does not change the table during the review.
  const [snapshot, setSnapshot] = useState(EMPTY);
  const [decisions, setDecisions] = useState<readonly Choice[]>([]);
  const [proposal, setProposal] = useState<Proposal | null>(null);

  const begin = (given: Given) => {
    bulkDelivery.clearOutcome();
    setGiven(given);
    setSnapshot({
      groups: groups.filter((group) => !group.isHandled),
      urls: workspace.urls,
      hashes: workspace.hashes,
      ordered: groups.flatMap(({ lines }) => lines),
    });
    // What was decided before a reload is not decided again.
    setDecisions(
      given.sources.flatMap(({ id: fileId }) => {
        const lineId = unfinished.choices[fileId];
        return lineId === undefined ? [] : [{ fileId, lineId }];
      }),
    );
    setProposal(null);
  };
  const chooseFiles = (chosen: readonly File[]) => {
    const picked = pickFiles({ files: chosen, chosen: [], only: 'video' });
    setRefused(picked.refused);
    begin({ sources: picked.accepted.map(({ file }) => sourceOfFile(file)), rows: null });
  };
  const pasteRows = (pasted: readonly ListRow[]) => {
    setRefused([]);
    begin({ sources: pasted.map(sourceOfRow), rows: pasted });
  };

  const lines = useMemo(() => linesToMatch(snapshot), [snapshot]);
  const athletes = useRegisteredAthletes(rows === null ? lines : []);
  const inspected = useInspectedFiles(sources);
  const matched = useMemo(() => {
    if (rows !== null) {
      const usedUrls = usedUrlsOf(snapshot);
      return { files: [], matches: matchRows({ rows, lines, choices: decisions, usedUrls }) };
    }
    if (athletes === null) return { files: [], matches: [] };
    const files = filesToMatch({ sources, inspected, lines, athletes });
    return { files, matches: matchVideos({ files, lines, athletes, choices: decisions }) };
  }, [rows, sources, lines, snapshot, athletes, inspected, decisions]);
  const { groups: reviewGroups, choices } = useMemo(
    () => buildReview({ sources, matches: matched.matches, lines, inspected }),
    [sources, matched, lines, inspected],
  );

  const plan = useMemo(() => planDelivery({ ...snapshot, sources, choices, unfinished }), [snapshot, sources, choices, unfinished]);
  const isMatched = matched.matches.length === sources.length;
  const isInspected = isMatched && Object.values(choices).every((index) => sources[index]?.file === null || inspected.has(index));

  const decide = (made: readonly Choice[]) => {
    const decided = new Set(made.map(({ fileId }) => fileId));
    setDecisions((known) => [...known.filter(({ fileId }) => !decided.has(fileId)), ...made]);
  };

  const review = {
    groups: reviewGroups,
    lines,
    plan,
    isMatched,
    /** Accepts the proposed line of each file of the group that has only one. */
    acceptGroup: ({ rows: members }: ReviewGroup) => {
      setProposal(null);
      decide(
        members.flatMap(({ isAcceptable, source, lines: [line] }) =>
          isAcceptable && line ? [{ fileId: source.id, lineId: line.id }] : [],
        ),
      );
    },
    /** Assigns a source to a line by hand, or to none. */
    assign: (source: Source, lineId: string | null) => {
      decide([{ fileId: source.id, lineId }]);
      const { files, matches } = matched;
      const similar =
        lineId === null || athletes === null
          ? []
          : proposeSimilar({ choice: { fileId: source.id, lineId }, files, lines, athletes, matches });
      setProposal(similar.length > 0 ? { source, similar } : null);
    },
    proposal,
    acceptProposal: () => {
      if (proposal) decide(proposal.similar);
      setProposal(null);
    },
    refuseProposal: () => setProposal(null),
  };

  const reloadOrders = (options: { cancelRefetch: boolean }) =>
    void queryClient.invalidateQueries({ queryKey: ordersQuery().queryKey }, options);
  const startAgain = () => {
    setGiven(NOTHING);
    setDecisions([]);
    setProposal(null);
  };
  const deliver = async () => {
    // The second click of a double click arrives before the button is disabled.
    if (!isInspected || bulkDelivery.read().progress !== null) return;
    await startBulkDelivery({ orders: plan.orders, sources, reloadOrders });
    startAgain();
  };

  /** An interrupted bulk delivery whose orders are still not handled; its complete orders need no files any more. */
  const interrupted = useMemo(() => {
    const started = new Set(unfinished.orders);
    const pending = groups.filter(({ orderNumber, isHandled }) => !isHandled && started.has(orderNumber));
    const { urls, hashes } = workspace;
    const ready = planDelivery({ groups: pending, urls, hashes, sources: NO_SOURCES, choices: {}, unfinished });
    return { count: pending.length, ready: ready.orders };
  }, [groups, workspace, unfinished]);

  return {
    isOpen,
    progress,
    outcome,
    isSignedOut,
    refused,
    sources,
    chooseFiles,
    pasteRows,
    review,
    isInspected,
    deliver,
    startAgain,
    interrupted,
    continueInterrupted: () => startBulkDelivery({ orders: interrupted.ready, sources: NO_SOURCES, reloadOrders }),
    retry: () => retryBulkDelivery({ reloadOrders }),
  };
};
export type BulkDelivery = ReturnType<typeof useBulkDelivery>;
export type BulkReview = BulkDelivery['review'];
