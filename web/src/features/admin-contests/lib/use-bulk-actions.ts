import { useRef, useState } from 'react';
import { type BulkAction, type BulkJob, type BulkKind, type BulkOutcome, useBulkAthletes } from '../../../api/admin-athlete-bulk.ts';
import { userMessageOf } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import type { AthleteSelection } from './athlete-selection.ts';
import { targetsOf } from './athlete-selection.ts';
import { type BulkMessage, bulkMessageOf, bulkWords } from './bulk-words.ts';

/** A running bulk action; the counts are athletes. */
export type BulkRun = { kind: BulkKind; done: number; total: number; isStopping: boolean };

const TRY_AGAIN = 'もう一度お試しください。';
const refusal = (message: string): BulkMessage => ({ tone: 'error', messages: [message] });

/**
 * Runs bulk actions on the selected athletes: one at a time, with progress and result. The selection stays for the next action; without the
 * deleted ones, which may not be listed, and after a failure only those that were missed.
 */
export const useBulkActions = ({ contestId, selection }: { contestId: string; selection: AthleteSelection }) => {
  const [run, setRun] = useState<BulkRun | null>(null);
  const [news, setNews] = useState<BulkMessage | null>(null);
  const isStopped = useRef(false);

  const finish = ({ action, ids }: BulkJob, { missedIds, missedCount, error }: BulkOutcome) => {
    const { kind } = action;
    const reason = error === null ? null : userMessageOf(error, TRY_AGAIN);
    const message = bulkMessageOf({ kind, total: ids.length, left: missedCount, error: reason, isStopped: isStopped.current });
    setRun(null);
    setNews(message.tone === 'success' ? null : message);
    if (missedCount > 0) selection.replace(missedIds);
    else if (kind === 'delete') selection.replace([]);
    const { toast, note } = bulkWords[kind];
    const title = { success: toast, info: '中止しました', error: 'エラー' }[message.tone];
    showToast({ title, message: `${message.messages[0] ?? ''}${message.tone === 'success' ? note : ''}`, tone: message.tone });
  };

  const { mutate } = useBulkAthletes({
    contestId,
    onProgress: (done) => setRun((current) => current && { ...current, done }),
    onFinished: finish,
  });

  const targets = (kind: BulkKind) => targetsOf({ kind, picked: selection.picked });

  return {
    run,
    news,
    targets,
    /** Whether the action has targets; if not, the screen shows a message. */
    canStart: (kind: BulkKind): boolean => {
      const isEmpty = targets(kind).length === 0;
      setNews(isEmpty ? refusal(bulkWords[kind].noTarget) : null);
      return !isEmpty;
    },
    start: (action: BulkAction) => {
      const ids = targets(action.kind).map(({ id }) => id);
      if (run !== null || ids.length === 0) return;
      isStopped.current = false;
      setNews(null);
      setRun({ kind: action.kind, done: 0, total: ids.length, isStopping: false });
      mutate({ action, ids, isStopped: () => isStopped.current });
    },
    stop: () => {
      isStopped.current = true;
      setRun((current) => current && { ...current, isStopping: true });
    },
  };
};
export type BulkActions = ReturnType<typeof useBulkActions>;
