import type { Media } from '@stagereel/contracts';
import { useState } from 'react';
import { userMessageOf } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import { useDeleteThumbnail, useUploadThumbnail } from '../api/thumbnail.ts';
import { mediaFailures } from '../lib/media-words.ts';
import { readThumbnail } from '../lib/read-thumbnail.ts';

/** Setting and taking away the thumbnail of one medium; what went wrong stands beside it until the next try. */
export const useThumbnail = ({ id: mediaId, contestId }: Media) => {
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
