import type { Media } from '@stagereel/contracts';
import { useState } from 'react';
import { userMessageOf } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import { useDeleteMedia } from '../api/delete-media.ts';
import { useReorderMedia } from '../api/reorder-media.ts';
import { movedTo, placesOf } from '../lib/media-order.ts';
import { mediaFailures } from '../lib/media-words.ts';

/** Reordering and deleting the media of a list; what went wrong stands on the page until the next try. */
export const useMediaActs = ({ contestId, media }: { contestId: string; media: readonly Media[] }) => {
  const [orderProblem, setOrderProblem] = useState<string | null>(null);
  const [failures, setFailures] = useState<Readonly<Record<string, string>>>({});
  /** What is read aloud after a move. */
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
    reorder.mutate(placesOf(wanted));
  };

  const deleteOne = (id: string) => {
    setFailures(({ [id]: _mended, ...rest }) => rest);
    remove.mutate(id);
  };

  return { move, deleteOne, orderProblem, failures, news };
};
