import type { RosterPreview } from '@stagereel/contracts';
import { useState } from 'react';
import { useImportRoster } from '../../../api/admin-athletes.ts';
import { userMessageOf } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';

/** Bytes; as base64 it must fit into a request body. */
export const ROSTER_MAX_BYTES = 700_000;

/** Why a file is refused before it is sent, or null. */
export const rosterFileProblem = ({ name, size }: { name: string; size: number }): string | null => {
  if (!/\.(csv|txt)$/i.test(name)) return 'CSVファイルを選んでください。Excelのファイルは、CSV形式で保存してから選んでください。';
  if (size === 0) return 'ファイルが空です。';
  return size > ROSTER_MAX_BYTES ? 'ファイルが大きすぎます。700KBまでのCSVファイルを選んでください。' : null;
};

/** Below the maximum number of arguments of a function call. */
const PIECE = 32_768;

/** The bytes as base64. */
export const toBase64 = (bytes: Uint8Array): string => {
  let text = '';
  for (let start = 0; start < bytes.length; start += PIECE) text += String.fromCharCode(...bytes.subarray(start, start + PIECE));
  return btoa(text);
};

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
