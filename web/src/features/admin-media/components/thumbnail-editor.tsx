import { Button } from '@mantine/core';
import type { Media } from '@stagereel/contracts';
import { IconPhoto } from '@tabler/icons-react';
import { FileButton } from '../../../components/upload/file-button.tsx';
import styles from './media-list.module.css';
import { useThumbnail } from './use-thumbnail.ts';

/** The square that stands for a medium in lists: set by the admin, or none. */
export const ThumbnailEditor = ({ media }: { media: Media }) => {
  const { choose, takeAway, problems, isSending, isRemoving } = useThumbnail(media);
  const { thumbnailUrl, originalName } = media;
  return (
    <>
      <div className={styles.thumbnail}>
        {thumbnailUrl === null ? (
          <span className={styles.square}>
            <IconPhoto size={20} stroke={1.4} aria-hidden />
          </span>
        ) : (
          <img src={thumbnailUrl} alt={`${originalName}のサムネイル`} width={44} height={44} loading="lazy" className={styles.square} />
        )}
        <FileButton
          accept="image/*"
          variant="default"
          size="sm"
          h={44}
          loading={isSending}
          disabled={isRemoving}
          aria-label={`${originalName}のサムネイルを${thumbnailUrl === null ? '設定' : '変更'}`}
          onFiles={(files) => void choose(files)}
        >
          {thumbnailUrl === null ? 'サムネイルを設定' : 'サムネイルを変更'}
        </FileButton>
        {thumbnailUrl !== null && (
          <Button
            variant="subtle"
            color="gray"
            size="sm"
            h={44}
            loading={isRemoving}
            disabled={isSending}
            aria-label={`${originalName}のサムネイルを削除`}
            onClick={takeAway}
          >
            サムネイルを削除
          </Button>
        )}
      </div>
      {problems.length > 0 && (
        <div role="alert" className={styles.failure}>
          {problems.map((problem) => (
            <div key={problem}>{problem}</div>
          ))}
        </div>
      )}
    </>
  );
};
