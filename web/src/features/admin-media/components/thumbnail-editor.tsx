import { Button } from '@mantine/core';
import type { Media } from '@stagereel/contracts';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { useDeleteThumbnail, useUploadThumbnail } from '../../../api/admin-media.ts';
import { FileButton } from '../../../components/upload/file-button.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import { mediaFailures } from '../lib/media-words.ts';
import { readThumbnail } from '../lib/read-thumbnail.ts';
import styles from './media-list.module.css';

/** Sets and removes the thumbnail of a medium; an error stays visible until the next attempt. */
const useThumbnail = ({ id: mediaId, contestId }: Media) => {
  const upload = useUploadThumbnail({ contestId, mediaId });
  const remove = useDeleteThumbnail({ contestId, mediaId });
  const [isReading, setIsReading] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);

  const failWith = (title: string) => (error: unknown) => {
    const message = userMessageOf(error, 'もう一度お試しください。');
    setProblems([title, message]);
    showToast({ title, message, tone: 'error' });
  };

  const choose = async (files: readonly File[]) => {
    const [file] = files;
    if (!file || isReading || upload.isPending) return;
    setProblems([]);
    setIsReading(true);
    const read = await readThumbnail(file);
    setIsReading(false);
    if ('problem' in read) return setProblems([read.problem]);
    upload.mutate(read.thumbnail, {
      onSuccess: () => showToast({ title: '更新しました', message: 'サムネイルを設定しました', tone: 'success' }),
      onError: failWith(mediaFailures.thumbnailUpload),
    });
  };

  const takeAway = () => {
    setProblems([]);
    remove.mutate(undefined, {
      onSuccess: () => showToast({ title: '削除しました', message: 'サムネイルを削除しました', tone: 'success' }),
      onError: failWith(mediaFailures.thumbnailDelete),
    });
  };

  return { choose, takeAway, problems, isSending: isReading || upload.isPending, isRemoving: remove.isPending };
};

/** The thumbnail that represents a medium in lists, set by the admin. */
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
          size="xs"
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
            size="xs"
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
