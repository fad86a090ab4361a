import type { AdminLine } from '@stagereel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { ordersQuery } from '../../../api/admin-orders.ts';
import type { OrderGroup } from '../../../components/admin-order/order-groups.ts';
import { videoKey } from '../../../components/admin-order/order-groups.ts';
import type { OrderWorkspace } from '../../../components/admin-order/order-workspace.ts';
import { askAboutSharedUrls } from '../../../components/admin-order/shared-url-question.tsx';
import { useSignInHere } from '../../../lib/sign-in-here.ts';
import { pathOfFile } from '../../../lib/uploads/dropped-files.ts';
import { pickFiles, type RefusedFile } from '../../../lib/uploads/upload-files.ts';
import { matchRows } from '../matching/match-rows.ts';
import { type Choice, type FileToMatch, matchVideos, proposeSimilar } from '../matching/match-videos.ts';
import { type ListRow, readList, sourceOfRow } from '../matching/pasted-list.ts';
import { useRegistered } from '../matching/use-registered.ts';
import { bulkDelivery } from '../run/bulk-delivery-store.ts';
import { pastedListDraft } from '../run/pasted-list-draft.ts';
import { type ExistingVideos, linesToMatch, type PlannedOrder, planDelivery, type Source } from '../run/plan-delivery.ts';
import { retryBulkDelivery, startBulkDelivery } from '../run/start-bulk-delivery.ts';
import { type UnfinishedRun, unfinishedRun } from '../run/unfinished-run.ts';
import { type InspectedFiles, useInspectedFiles } from './inspect-files.ts';
import { buildReview, type ReviewGroup } from './review-rows.ts';

type Snapshot = ExistingVideos & {
  /** Orders that are not handled. */
  groups: readonly OrderGroup[];
  /** Lines of all orders, including handled ones. */
  ordered: readonly AdminLine[];
  unfinished: Pick<UnfinishedRun, 'urls'>;
};

const EMPTY: Snapshot = { groups: [], urls: {}, hashes: {}, ordered: [], unfinished: { urls: {} } };
const NO_LINES: ReadonlySet<string> = new Set();
const NO_SOURCES: readonly Source[] = [];

/** What the admin gave: files, or the rows of a list (`rows`). */
type Given = { sources: readonly Source[]; rows: readonly ListRow[] | null };
const NOTHING: Given = { sources: NO_SOURCES, rows: null };

const sourceOfFile = (file: File): Source => {
  const label = pathOfFile(file);
  return { id: JSON.stringify([label, file.size, file.lastModified]), label, file, url: '' };
};

/** The file as the matcher reads it. */
const fileToMatch = ({ source, index, inspected }: { source: Source; index: number; inspected: InspectedFiles }): FileToMatch => {
  const path = source.label.split('/');
  const metadata = inspected.get(index);
  const isOriented = metadata && metadata.width !== metadata.height;
  return {
    id: source.id,
    name: path.at(-1) ?? '',
    folders: path.slice(0, -1),
    size: source.file?.size ?? 0,
    ...(isOriented && { orientation: metadata.width > metadata.height ? 'horizontal' : 'vertical' }),
  };
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

  const [{ sources, rows }, setGiven] = useState(NOTHING);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  // A snapshot, so that a reload of the orders does not change the table during the review.
  const [snapshot, setSnapshot] = useState(EMPTY);
  const [decisions, setDecisions] = useState<readonly Choice[]>([]);
  const listText = useStore(pastedListDraft.store);
  const [isListShown, setListShown] = useState(listText !== '');
  const [proposal, setProposal] = useState<Proposal | null>(null);
  const hasWork = progress !== null || sources.length > 0 || listText !== '';
  useSignInHere({ isActive: isOpen && hasWork, onSessionEnded: bulkDelivery.pause });

  const begin = (given: Given) => {
    bulkDelivery.clearOutcome();
    setGiven(given);
    setSnapshot({
      groups: groups.filter((group) => !group.isHandled),
      urls: workspace.urls,
      hashes: workspace.hashes,
      ordered: groups.flatMap(({ lines }) => lines),
      unfinished: { urls: unfinished.urls },
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
  const pasteList = (text: string) => {
    const { urls, hashes } = workspace;
    const open = linesToMatch({ groups: groups.filter(({ isHandled }) => !isHandled), urls, hashes, unfinished });
    const pasted = readList(text, open);
    setRefused([]);
    begin({ sources: pasted.map(sourceOfRow), rows: pasted });
  };

  const lines = useMemo(() => linesToMatch(snapshot), [snapshot]);
  const registered = useRegistered(lines);
  const inspected = useInspectedFiles(sources);
  const matched = useMemo(() => {
    if (registered === null) return { files: [], matches: [] };
    if (rows !== null) {
      const usedUrls = usedUrlsOf(snapshot);
      return { files: [], matches: matchRows({ rows, lines, athletes: registered.athletes, choices: decisions, usedUrls }) };
    }
    const files = sources.map((source, index) => fileToMatch({ source, index, inspected }));
    return { files, matches: matchVideos({ files, lines, ...registered, choices: decisions }) };
  }, [rows, sources, lines, snapshot, registered, inspected, decisions]);
  const { groups: reviewGroups, choices } = useMemo(
    () => buildReview({ sources, matches: matched.matches, lines, inspected }),
    [sources, matched, lines, inspected],
  );

  const plan = useMemo(() => {
    const questions = reviewGroups.filter(({ state }) => state === 'question').flatMap((group) => group.rows);
    const asked = new Set(questions.flatMap((row) => row.lines.map(({ id }) => id)));
    // The review does not show the orders that an interrupted bulk delivery left.
    return planDelivery({ ...snapshot, sources, choices, asked, unfinished: { orders: [], urls: {} } });
  }, [snapshot, sources, choices, reviewGroups]);
  const usedSources = new Set(plan.orders.flatMap((order) => order.lines.flatMap(({ line }) => choices[line.id] ?? [])));
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
    /** The planned lines that keep the video that they have already, such as a URL typed on the order's card. */
    kept: plan.orders.flatMap((order) => order.lines.filter(({ line }) => choices[line.id] === undefined)),
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
        lineId === null || registered === null
          ? []
          : proposeSimilar({ choice: { fileId: source.id, lineId }, files, lines, ...registered, matches });
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
  /** Asks before a URL is delivered that is also used for another video. `accepted`: lines whose URL the admin has already confirmed. */
  const askFirst = ({ orders, accepted, start }: { orders: readonly PlannedOrder[]; accepted: ReadonlySet<string>; start: () => void }) =>
    askAboutSharedUrls({
      downloadUrls: Object.fromEntries(
        orders.flatMap((order) => order.lines.map(({ line, file, url }) => [line.id, file === null ? url : ''])),
      ),
      lines: groups.flatMap((group) => group.lines),
      typed: workspace.urls,
      accepted,
      deliver: start,
    });
  /** The lines of the rows whose question was that their URL is used twice. */
  const acceptedLines = (): ReadonlySet<string> => {
    if (rows === null || registered === null) return NO_LINES;
    const undecided = matchRows({ rows, lines, athletes: registered.athletes, choices: [], usedUrls: usedUrlsOf(snapshot) });
    return new Set(
      undecided.flatMap(({ group, lineIds }, index) => (group === 'sharedUrl' ? lineIds.filter((id) => choices[id] === index) : [])),
    );
  };
  const start = async () => {
    // The second click of a double click arrives before the button is disabled.
    if (bulkDelivery.read().progress !== null) return;
    const excluded = decisions.flatMap(({ fileId, lineId }) => (lineId === null ? [fileId] : []));
    await startBulkDelivery({ orders: plan.orders, sources, excluded, reloadOrders });
    startAgain();
    if (rows !== null && usedSources.size === sources.length) pastedListDraft.write('');
  };
  const deliver = () => {
    if (isInspected) askFirst({ orders: plan.orders, accepted: acceptedLines(), start: () => void start() });
  };

  /** An interrupted bulk delivery whose orders are still not handled; its complete orders need no files any more. */
  const interrupted = useMemo(() => {
    const started = new Set(unfinished.orders);
    const pending = groups.filter(({ orderNumber, isHandled }) => !isHandled && started.has(orderNumber));
    const { urls, hashes } = workspace;
    const ready = planDelivery({ groups: pending, urls, hashes, sources: NO_SOURCES, choices: {}, asked: NO_LINES, unfinished });
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
    pasteList,
    list: { text: listText, setText: pastedListDraft.write, isShown: isListShown, setShown: setListShown },
    review,
    isInspected,
    usedCount: usedSources.size,
    deliver,
    startAgain,
    interrupted,
    continueInterrupted: () =>
      askFirst({
        orders: interrupted.ready,
        accepted: NO_LINES,
        start: () => void startBulkDelivery({ orders: interrupted.ready, sources: NO_SOURCES, reloadOrders }),
      }),
    retry: () => retryBulkDelivery({ reloadOrders }),
  };
};
export type BulkDelivery = ReturnType<typeof useBulkDelivery>;
export type BulkReview = BulkDelivery['review'];
