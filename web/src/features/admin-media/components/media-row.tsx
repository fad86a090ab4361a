import { useSortable } from '@dnd-kit/react/sortable';
import { ActionIcon, Group } from '@mantine/core';
import { formatDateTime, type Media } from '@stagereel/contracts';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from '@tabler/icons-react';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { mediaFacts } from '../lib/media-words.ts';
import styles from './media-list.module.css';
import { MediaPreview } from './media-preview.tsx';
import { ThumbnailEditor } from './thumbnail-editor.tsx';

type Props = {
  media: Media;
  index: number;
  count: number;
  /** The shop shows this one. */
  isShown: boolean;
  failure: string | undefined;
  onMove: (to: number) => void;
  onDelete: () => void;
};

/** One cover or sample, with all that can be done with it. */
export const MediaRow = ({ media, index, count, isShown, failure, onMove, onDelete }: Props) => {
  const { id, originalName, uploadedAt, processing } = media;
  const { ref, handleRef, isDragSource } = useSortable({ id, index, disabled: count < 2 });
  return (
    <li ref={ref} className={styles.row} data-dragged={isDragSource || undefined} aria-label={originalName}>
      <span ref={handleRef} className={styles.handle} title="ドラッグして並べ替え" aria-hidden>
        <IconGripVertical size={20} />
      </span>
      <MediaPreview media={media} />
      <div className={styles.body}>
        <Group gap="xs">
          <span className={styles.name} title={originalName}>
            {originalName}
          </span>
          {isShown && <StatusBadge tone="positive">トップページに表示</StatusBadge>}
          {processing === 'pending' && <StatusBadge tone="waiting">変換中</StatusBadge>}
          {processing === 'failed' && <StatusBadge tone="neutral">元のファイルを表示</StatusBadge>}
        </Group>
        <div className={styles.facts}>
          {mediaFacts(media).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
          <span>{formatDateTime(uploadedAt)}</span>
        </div>
        <ThumbnailEditor media={media} />
        {failure !== undefined && (
          <div role="alert" className={styles.failure}>
            {failure}
          </div>
        )}
      </div>
      <div className={styles.acts}>
        <ActionIcon
          variant="subtle"
          size={44}
          aria-label={`${originalName}を上へ移動`}
          disabled={index === 0}
          onClick={() => onMove(index - 1)}
        >
          <IconArrowUp size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          size={44}
          aria-label={`${originalName}を下へ移動`}
          disabled={index === count - 1}
          onClick={() => onMove(index + 1)}
        >
          <IconArrowDown size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="subtle" color="red.8" size={44} aria-label={`${originalName}を削除`} onClick={onDelete}>
          <IconTrash size={20} aria-hidden />
        </ActionIcon>
      </div>
    </li>
  );
};
