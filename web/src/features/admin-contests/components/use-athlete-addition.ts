import { useRef, useState } from 'react';
import { userMessageOf } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import { type NewAthlete, useAddAthletes } from '../api/add-athletes.ts';

const FAILED = '選手の追加に失敗しました。';

/** Sending new athletes from one form: its error stands under its first field, which then has the focus. */
export const useAthleteAddition = (contestId: string) => {
  const add = useAddAthletes(contestId);
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string | null>(null);

  const refuse = (message: string) => {
    setError(message);
    field.current?.focus();
  };

  const fail = (message: string) => {
    refuse(message);
    void showToast({ title: 'エラー', message, tone: 'error' });
  };

  /** `onDone` is called once at least one athlete was added. */
  const send = (rows: readonly NewAthlete[], onDone: () => void) => {
    if (add.isPending) return;
    setError(null);
    add.mutate(rows, {
      onSuccess: ({ created, failed }) => {
        if (created.length > 0) onDone();
        const [first] = failed;
        if (first) return fail(`${FAILED}（${failed.length}人）${first.message}`);
        field.current?.focus();
        void showToast({ title: '追加しました', message: `${created.length}人の選手を追加しました`, tone: 'success' });
      },
      onError: (failure) => fail(`${FAILED}${userMessageOf(failure, '')}`),
    });
  };

  return { field, error, refuse, clearError: () => setError(null), send, isSending: add.isPending };
};
