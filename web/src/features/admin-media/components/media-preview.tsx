import type { Media } from '@stagereel/contracts';
import { IconMovie, IconPhoto, IconPhotoOff, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import enlarged from '../../../components/media/enlarged.module.css';
import { Picture } from '../../../components/media/picture.tsx';
import { VideoPlayer } from '../../../components/media/video-player.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import styles from './media-list.module.css';

/** The smallest picture of it there is; null while there is none. */
const stillOf = ({ type, url, posterUrl, variants }: Media): string | null =>
  variants[0]?.url ?? posterUrl ?? (type === 'image' ? url : null);

/** A small picture of a medium that opens it in full. */
export const MediaPreview = ({ media }: { media: Media }) => {
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
