import { useRef, useState } from 'react';
import { userMessageOf } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import { type BulkJob, type BulkOutcome, useBulkAthletes } from '../api/bulk-athletes.ts';
import { type BulkAct, type BulkKind, targetsOf } from '../lib/bulk-act.ts';
import { type BulkNews, bulkWords, newsOf } from '../lib/bulk-words.ts';
import type { AthleteSelection } from './use-athlete-selection.ts';

/** An act under way; counts are athletes. */
export type BulkRun = { kind: BulkKind; done: number; total: number; isStopping: boolean };

const TRY_AGAIN = 'もう一度お試しください。';
const refusal = (message: string): BulkNews => ({ tone: 'error', messages: [message] });

/** What is done to the athletes that are picked: one act at a time, with its progress and what came of it. */
export const useBulkActs = ({ contestId, selection }: { contestId: string; selection: AthleteSelection }) => {
  const [run, setRun] = useState<BulkRun | null>(null);
  const [news, setNews] = useState<BulkNews | null>(null);
  const isStopped = useRef(false);

  const finish = ({ act, ids }: BulkJob, { leftIds, left, error }: BulkOutcome) => {
    const { kind } = act;
    const reason = error === null ? null : userMessageOf(error, TRY_AGAIN);
    const told = newsOf({ kind, total: ids.length, left, error: reason, isStopped: isStopped.current });
    setRun(null);
    setNews(told.tone === 'success' ? null : told);
    selection.replace(leftIds);
    const { toast, note } = bulkWords[kind];
    const title = { success: toast, info: '中止しました', error: 'エラー' }[told.tone];
    showToast({ title, message: `${told.messages[0] ?? ''}${told.tone === 'success' ? note : ''}`, tone: told.tone });
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
    /** Whether there is anybody to do it to; else the screen says so. */
    canStart: (kind: BulkKind): boolean => {
      const isEmpty = targets(kind).length === 0;
      setNews(isEmpty ? refusal(bulkWords[kind].noTarget) : null);
      return !isEmpty;
    },
    start: (act: BulkAct) => {
      const ids = targets(act.kind).map(({ id }) => id);
      if (run !== null || ids.length === 0) return;
      isStopped.current = false;
      setNews(null);
      setRun({ kind: act.kind, done: 0, total: ids.length, isStopping: false });
      mutate({ act, ids, isStopped: () => isStopped.current });
    },
    stop: () => {
      isStopped.current = true;
      setRun((current) => current && { ...current, isStopping: true });
    },
  };
};
export type BulkActs = ReturnType<typeof useBulkActs>;
