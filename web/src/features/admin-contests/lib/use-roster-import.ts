import type { RosterPreview } from '@stagereel/contracts';
import { useState } from 'react';
import { useImportRoster } from '../../../api/admin-athletes.ts';
import { userMessageOf } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import { rosterFileProblem, toBase64 } from './roster-file.ts';

type Picked = { name: string; base64: string };

/** The steps of an import: choose a file, preview it, apply that preview. */
export const useRosterImport = (contestId: string) => {
  const send = useImportRoster(contestId);
  const [picked, setPicked] = useState<Picked | null>(null);
  const [preview, setPreview] = useState<RosterPreview | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const fail = (error: unknown) => setProblem(userMessageOf(error, 'CSVファイルを取り込めませんでした。もう一度お試しください。'));

  const look = (file: Picked) => {
    setProblem(null);
    send.mutate(
      { file: file.base64 },
      {
        onSuccess: (found) => {
          setPicked(file);
          setPreview(found);
        },
        onError: fail,
      },
    );
  };

  const pick = async (file: File) => {
    const wrong = rosterFileProblem(file);
    setProblem(wrong);
    if (wrong !== null) return;
    try {
      look({ name: file.name, base64: toBase64(new Uint8Array(await file.arrayBuffer())) });
    } catch {
      setProblem('ファイルを読み取れませんでした。ファイルを選び直してください。');
    }
  };

  const apply = () => {
    if (!picked || !preview) return;
    setProblem(null);
    send.mutate(
      { file: picked.base64, fingerprint: preview.fingerprint },
      {
        onSuccess: (applied) => {
          setPreview(applied);
          const { create, update } = applied.counts;
          showToast({ title: '取り込みました', message: `${create}人を追加し、${update}人を更新しました。`, tone: 'success' });
        },
        onError: fail,
      },
    );
  };

  const startAgain = () => {
    setPicked(null);
    setPreview(null);
    setProblem(null);
  };

  return {
    fileName: picked?.name ?? '',
    preview,
    problem,
    isSending: send.isPending,
    pick,
    look: () => picked && look(picked),
    apply,
    startAgain,
  };
};
