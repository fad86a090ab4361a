import { Accessibility } from '@dnd-kit/dom';
import { DragDropProvider, PointerSensor } from '@dnd-kit/react';
import { isSortable } from '@dnd-kit/react/sortable';
import { Stack } from '@mantine/core';
import type { Media } from '@stagereel/contracts';
import { useRef, useState } from 'react';
import { useDeleteMedia, useReorderMedia } from '../../../api/admin-media.ts';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import { movedTo, newPositions } from '../lib/media-order.ts';
import { mediaFailures } from '../lib/media-words.ts';
import styles from './media-list.module.css';
import { MediaRow } from './media-row.tsx';

/** Reorders and deletes media; an error stays visible until the next attempt. */
const useMediaActions = ({ contestId, media }: { contestId: string; media: readonly Media[] }) => {
  const [orderProblem, setOrderProblem] = useState<string | null>(null);
  const [failures, setFailures] = useState<Readonly<Record<string, string>>>({});
  /** The announcement after a move. */
  const [news, setNews] = useState('');

  const reorder = useReorderMedia({
    contestId,
    onFailed: (error) => {
      const message = userMessageOf(error, 'もう一度お試しください。');
      setOrderProblem(message);
      showToast({ title: mediaFailures.reorder, message, tone: 'error' });
    },
  });

  const remove = useDeleteMedia({
    contestId,
    onDeleted: () => showToast({ title: '削除しました', message: 'メディアを削除しました', tone: 'success' }),
    onFailed: (id, error) => {
      const message = userMessageOf(error, 'もう一度お試しください。');
      setFailures((known) => ({ ...known, [id]: `${mediaFailures.delete}：${message}` }));
      showToast({ title: mediaFailures.delete, message, tone: 'error' });
    },
  });

  const move = ({ from, to }: { from: number; to: number }) => {
    const wanted = movedTo(media, { from, to });
    if (wanted === media) return;
    setOrderProblem(null);
    setNews(`${media[from]?.originalName ?? ''}を${media.length}件中${to + 1}番目に移動しました`);
    reorder.mutate(newPositions(wanted));
  };

  const deleteOne = (id: string) => {
    setFailures(({ [id]: _mended, ...rest }) => rest);
    remove.mutate(id);
  };

  return { move, deleteOne, orderProblem, failures, news };
};

type Props = {
  contestId: string;
  label: string;
  media: readonly Media[];
  /** The cover that the shop shows. */
  shownId?: string | undefined;
  /** Whether the order matters to visitors: it can then be changed by dragging or by buttons. */
  canReorder: boolean;
};

/** A list of media. */
export const MediaList = ({ contestId, label, media, shownId, canReorder }: Props) => {
  const { move, deleteOne, orderProblem, failures, news } = useMediaActions({ contestId, media });
  const [doomed, setDoomed] = useState<Media | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const list = useRef<HTMLUListElement>(null);

  const ask = (one: Media) => {
    setDoomed(one);
    setIsAsking(true);
  };

  return (
    <Stack gap="sm">
      {orderProblem !== null && <FormErrors messages={[mediaFailures.reorder, orderProblem]} />}
      <DragDropProvider
        // Keyboard and screen reader users reorder with the buttons, which have Japanese texts.
        sensors={[PointerSensor]}
        plugins={(defaults) => defaults.filter((plugin) => plugin !== Accessibility)}
        onDragEnd={({ operation, canceled }) => {
          const { source } = operation;
          if (!canceled && isSortable(source)) move({ from: source.initialIndex, to: source.index });
        }}
      >
        <ul ref={list} className={`dense-rows ${styles.list}`} aria-label={label} tabIndex={-1}>
          {media.map((one, index) => (
            <MediaRow
              key={one.id}
              media={one}
              index={index}
              count={media.length}
              isShown={one.id === shownId}
              failure={failures[one.id]}
              onMove={canReorder ? (to) => move({ from: index, to }) : undefined}
              onDelete={() => ask(one)}
            />
          ))}
        </ul>
      </DragDropProvider>
      <span className="visually-hidden" role="status">
        {news}
      </span>
      <ConfirmDialog
        isOpen={isAsking}
        title="本当に削除しますか？"
        confirmLabel="削除する"
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          if (doomed) deleteOne(doomed.id);
          // The focused row will be removed.
          list.current?.focus();
        }}
      >
        「{doomed?.originalName}」を削除します。ファイルもサーバーから削除され、元に戻せません。
      </ConfirmDialog>
    </Stack>
  );
};
