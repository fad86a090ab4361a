import { Accessibility } from '@dnd-kit/dom';
import { DragDropProvider, PointerSensor } from '@dnd-kit/react';
import { isSortable } from '@dnd-kit/react/sortable';
import { Stack } from '@mantine/core';
import type { Media } from '@stagereel/contracts';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { mediaFailures } from '../lib/media-words.ts';
import styles from './media-list.module.css';
import { MediaRow } from './media-row.tsx';
import { useMediaActs } from './use-media-acts.ts';

type Props = { contestId: string; label: string; media: readonly Media[]; shownId: string | undefined };

/** A list of media that are put in order by dragging or by buttons. */
export const MediaList = ({ contestId, label, media, shownId }: Props) => {
  const { move, deleteOne, orderProblem, failures, news } = useMediaActs({ contestId, media });
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
        // By keyboard and for those who hear the page the buttons do it, in Japanese.
        sensors={[PointerSensor]}
        plugins={(defaults) => defaults.filter((plugin) => plugin !== Accessibility)}
        onDragEnd={({ operation, canceled }) => {
          const { source } = operation;
          if (!canceled && isSortable(source)) move({ from: source.initialIndex, to: source.index });
        }}
      >
        <ul ref={list} className={styles.list} aria-label={label} tabIndex={-1}>
          {media.map((one, index) => (
            <MediaRow
              key={one.id}
              media={one}
              index={index}
              count={media.length}
              isShown={one.id === shownId}
              failure={failures[one.id]}
              onMove={(to) => move({ from: index, to })}
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
          // The row that had the focus will be gone.
          list.current?.focus();
        }}
      >
        「{doomed?.originalName}」を削除します。ファイルもサーバーから削除され、元に戻せません。
      </ConfirmDialog>
    </Stack>
  );
};
