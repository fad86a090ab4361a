import { useCallback, useEffect, useRef, useState } from 'react';
import { type AthleteChange, type Deletion, useDeleteAthlete, useUpdateAthlete } from '../../../api/admin-athlete-edits.ts';
import { userMessageOf } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';

const HIGHLIGHT_MS = 2000;

const failedUpdate = (change: AthleteChange): string =>
  'category' in change ? '選手のカテゴリ更新に失敗しました。' : '選手情報の更新に失敗しました。';

const failedRemoval = ({ isPermanent }: Deletion): string =>
  isPermanent ? '選手の完全削除に失敗しました。' : '選手の削除に失敗しました。';

/** The ids of the rows saved in the last two seconds. */
const useSavedRows = () => {
  const [saved, setSaved] = useState<ReadonlySet<string>>(new Set());
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());

  useEffect(() => {
    const running = timers.current;
    return () => running.forEach(clearTimeout);
  }, []);

  const mark = (athleteId: string) => {
    clearTimeout(timers.current.get(athleteId));
    setSaved((known) => new Set(known).add(athleteId));
    const forget = () => setSaved((known) => new Set([...known].filter((id) => id !== athleteId)));
    timers.current.set(athleteId, setTimeout(forget, HIGHLIGHT_MS));
  };
  return { saved, mark };
};

/** Saves and deletes athletes and keeps the result per row: an error stays until the row is saved, also while the row is not visible. */
export const useAthleteEdits = ({ contestId, onGone }: { contestId: string; onGone: () => void }) => {
  const { saved, mark } = useSavedRows();
  const [failures, setFailures] = useState<Readonly<Record<string, string>>>({});
  const forget = (athleteId: string) => setFailures(({ [athleteId]: _mended, ...rest }) => rest);

  const fail = ({ athleteId, text, error }: { athleteId: string; text: string; error: unknown }) => {
    const message = `${text}${userMessageOf(error, '')}`;
    setFailures((known) => ({ ...known, [athleteId]: message }));
    void showToast({ title: 'エラー', message, tone: 'error' });
  };

  const { mutate: update } = useUpdateAthlete({
    contestId,
    onSaved: (athleteId) => {
      mark(athleteId);
      forget(athleteId);
    },
    onFailed: ({ athleteId, change }, error) => fail({ athleteId, text: failedUpdate(change), error }),
  });

  const { mutate: remove } = useDeleteAthlete({
    contestId,
    onDeleted: ({ athlete, isPermanent }) => {
      forget(athlete.id);
      const message = isPermanent
        ? `番号 ${athlete.athleteNumber} の選手を完全に削除しました`
        : `番号 ${athlete.athleteNumber} の選手を削除しました。「削除済みの選手も表示」から元に戻せます。`;
      void showToast({ title: '削除しました', message, tone: 'success' });
    },
    onFailed: (removal, error) => fail({ athleteId: removal.athlete.id, text: failedRemoval(removal), error }),
  });

  const save = useCallback((athleteId: string, change: AthleteChange) => update({ athleteId, change }), [update]);
  const latestOnGone = useRef(onGone);
  useEffect(() => {
    latestOnGone.current = onGone;
  });
  const erase = useCallback(
    (removal: Deletion) => {
      remove(removal);
      latestOnGone.current();
    },
    [remove],
  );

  return { saved, failures, save, erase };
};
