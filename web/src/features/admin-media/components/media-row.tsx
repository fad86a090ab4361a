import { useSortable } from '@dnd-kit/react/sortable';
import { ActionIcon, Group } from '@mantine/core';
import { formatDateTime, type Media } from '@stagereel/contracts';
import {
  IconArrowDown,
  IconArrowUp,
  IconGripVertical,
  IconMovie,
  IconPhoto,
  IconPhotoOff,
  IconPlayerPlayFilled,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import enlarged from '../../../components/media/enlarged.module.css';
import { Picture } from '../../../components/media/picture.tsx';
import { VideoPlayer } from '../../../components/media/video-player.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { mediaDetails } from '../lib/media-words.ts';
import styles from './media-list.module.css';
import { ThumbnailEditor } from './thumbnail-editor.tsx';

/** The smallest available picture; null for none. */
const stillOf = ({ type, url, posterUrl, variants }: Media): string | null =>
  variants[0]?.url ?? posterUrl ?? (type === 'image' ? url : null);

/** A thumbnail that opens the medium in full size. */
const MediaPreview = ({ media }: { media: Media }) => {
  const [isOpen, setIsOpen] = useState(false);
  const { type, url, originalName, posterUrl, variants, width, height } = media;
  const isVideo = type === 'video';
  const Icon = isVideo ? IconMovie : IconPhoto;
  const nothing = (
    <span className={styles.none}>
      <Icon size={28} stroke={1.4} aria-hidden />
    </span>
  );
  return (
    <>
      <button
        type="button"
        className={`${enlarged.opener} ${styles.open}`}
        aria-label={`${originalName}をプレビュー`}
        onClick={() => setIsOpen(true)}
      >
        <Picture src={stillOf(media)} alt="" loading="lazy" className={enlarged.small} fallback={nothing} />
        {isVideo && (
          <span className={styles.play}>
            <IconPlayerPlayFilled size={16} aria-hidden />
          </span>
        )}
      </button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} size="xl" title={originalName}>
        {isVideo ? (
          <VideoPlayer src={url} title={originalName} poster={posterUrl} shape={(height ?? 0) > (width ?? 0) ? 'vertical' : 'horizontal'} />
        ) : (
          <Picture
            src={variants.at(-1)?.url ?? url}
            alt={originalName}
            className={enlarged.full}
            fallback={<IconPhotoOff size={40} aria-label="画像を読み込めませんでした" />}
          />
        )}
      </Dialog>
    </>
  );
};

type Props = {
  media: Media;
  index: number;
  count: number;
  /** Marks the cover that the shop shows. */
  isShown: boolean;
  failure: string | undefined;
  /** Undefined where the order has no effect. */
  onMove: ((to: number) => void) | undefined;
  onDelete: () => void;
};

/** One cover or sample with its actions. */
export const MediaRow = ({ media, index, count, isShown, failure, onMove, onDelete }: Props) => {
  const { id, originalName, uploadedAt, processing } = media;
  const { ref, handleRef, isDragSource } = useSortable({ id, index, disabled: count < 2 || !onMove });
  return (
    <li ref={ref} className={styles.row} data-dragged={isDragSource || undefined} aria-label={originalName}>
      {onMove ? (
        <span ref={handleRef} className={styles.handle} title="ドラッグして並べ替え" aria-hidden>
          <IconGripVertical size={20} />
        </span>
      ) : (
        <span />
      )}
      <MediaPreview media={media} />
      <div className={styles.body}>
        <Group gap="xs" className={styles.title}>
          <span className={styles.name} title={originalName}>
            {originalName}
          </span>
          {isShown && <StatusBadge tone="positive">トップページに表示</StatusBadge>}
          {processing === 'pending' && <StatusBadge tone="waiting">変換中</StatusBadge>}
          {processing === 'failed' && <StatusBadge tone="neutral">元のファイルを表示</StatusBadge>}
        </Group>
        <div className={styles.facts}>
          {mediaDetails(media).map((fact) => (
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
        {onMove && (
          <>
            <ActionIcon variant="subtle" aria-label={`${originalName}を上へ移動`} disabled={index === 0} onClick={() => onMove(index - 1)}>
              <IconArrowUp size={20} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              aria-label={`${originalName}を下へ移動`}
              disabled={index === count - 1}
              onClick={() => onMove(index + 1)}
            >
              <IconArrowDown size={20} aria-hidden />
            </ActionIcon>
          </>
        )}
        <ActionIcon variant="subtle" color="red.8" aria-label={`${originalName}を削除`} onClick={onDelete}>
          <IconTrash size={20} aria-hidden />
        </ActionIcon>
      </div>
    </li>
  );
};
