import type { AdminLine } from '@stagereel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type Delivery, ordersQuery } from '../../api/admin-orders.ts';
import { onAdminDraftsForgotten } from '../../lib/admin-drafts.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { videoKey } from './order-groups.ts';
import { lineVideos } from './order-workspace.ts';

type SharedUrl = { line: AdminLine; other: AdminLine; url: string };
type Question = { shared: readonly SharedUrl[]; deliver: () => void };

const question = createStore<Question | null>(() => null);
onAdminDraftsForgotten(() => question.setState(null, true));

type Input = {
  /** Of the delivery: '' for a line that gets another video in place of its URL. */
  downloadUrls: Delivery['downloadUrls'];
  /** Of all orders. */
  lines: readonly AdminLine[];
  typed: Readonly<Record<string, string>>;
};

/** The lines of a delivery whose URL is also typed for, or was delivered to, a line that wants another video. */
const findSharedUrls = ({ downloadUrls, lines, typed }: Input): SharedUrl[] => {
  const linesByUrl = new Map<string, AdminLine[]>();
  for (const line of lines) {
    const url = (downloadUrls[line.id] ?? typed[line.id] ?? line.videoDownloadUrl ?? '').trim();
    if (url !== '') linesByUrl.set(url, [...(linesByUrl.get(url) ?? []), line]);
  }
  return Object.entries(downloadUrls).flatMap(([lineId, url]) => {
    const sharing = linesByUrl.get(url.trim()) ?? [];
    const line = sharing.find(({ id }) => id === lineId);
    const other = line && sharing.find((each) => videoKey(each) !== videoKey(line));
    return line && other ? [{ line, other, url }] : [];
  });
};

/**
 * Delivers, but asks first if one of the URLs is also used for another video. Two customers may share a video without a question. `accepted`:
 * lines whose URL the admin has already confirmed.
 */
export const askAboutSharedUrls = ({
  deliver,
  accepted,
  ...input
}: Input & { accepted: ReadonlySet<string>; deliver: () => void }): void => {
  const shared = findSharedUrls(input).filter(({ line }) => !accepted.has(line.id));
  if (shared.length === 0) deliver();
  else question.setState({ shared, deliver }, true);
};

/** A delivery of one order that asks first if one of its URLs is also used for another video. */
export const useSharedUrlQuestion = <D extends { mutate: (delivery: Delivery) => void }>(delivery: D): D => {
  const queryClient = useQueryClient();
  const mutate = (asked: Delivery) => {
    const lines = queryClient.getQueryData(ordersQuery().queryKey)?.orders.flatMap((order) => order.lines) ?? [];
    askAboutSharedUrls({
      downloadUrls: asked.downloadUrls,
      lines,
      typed: lineVideos.urls.read(),
      accepted: new Set(),
      deliver: () => delivery.mutate(asked),
    });
  };
  return { ...delivery, mutate };
};

const nameOf = ({ id, athleteNumber, athleteName, style }: AdminLine): string =>
  [id, athleteNumber, athleteName, style].filter(Boolean).join('　');

const close = () => question.setState(null, true);

/** Shows the question, whichever order asked it. */
export const SharedUrlQuestion = () => {
  const asked = useStore(question);
  useEffect(() => close, []);
  return (
    <ConfirmDialog
      isOpen={asked !== null}
      title="同じURLが、別の動画にも使われています"
      confirmLabel="このまま納品する"
      isDestructive={false}
      onConfirm={() => asked?.deliver()}
      onClose={close}
    >
      まだ納品していません。間違いがないか確認してください。
      {asked?.shared.map(({ line, other, url }) => (
        <span key={line.id} style={{ display: 'block', marginTop: 12, overflowWrap: 'anywhere' }}>
          {nameOf(line)}
          <br />
          {nameOf(other)}
          <br />
          {url}
        </span>
      ))}
    </ConfirmDialog>
  );
};
