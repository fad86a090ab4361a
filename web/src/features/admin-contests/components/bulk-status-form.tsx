import { NativeSelect } from '@mantine/core';
import { SALES_STATUSES } from '@stagereel/contracts';
import { useRef, useState } from 'react';
import { readBulkStatuses } from '../lib/bulk-input.ts';
import { BulkForm, type BulkFormProps } from './bulk-form.tsx';

const NOTHING = '動画・写真のどちらかの販売状況を選択してください。';
const choices = [{ value: '', label: '変更しない' }, ...SALES_STATUSES.map((status) => ({ value: status, label: status }))];

/** One state for all videos, for all photos, or both. */
export const BulkStatusForm = ({ count, onStart, onClose }: BulkFormProps) => {
  const [chosen, setChosen] = useState({ videoStatus: '', photoStatus: '' });
  const [problem, setProblem] = useState<string | null>(null);
  const first = useRef<HTMLSelectElement>(null);

  const choose = (part: Partial<typeof chosen>) => {
    setChosen({ ...chosen, ...part });
    setProblem(null);
  };

  const submit = () => {
    const change = readBulkStatuses(chosen);
    if (Object.keys(change).length === 0) {
      setProblem(NOTHING);
      first.current?.focus();
      return;
    }
    onClose();
    onStart({ kind: 'status', change });
  };

  return (
    <BulkForm count={count} problem={problem} onSubmit={submit} onClose={onClose}>
      <NativeSelect
        ref={first}
        label="動画の販売状況"
        data={choices}
        data-autofocus
        value={chosen.videoStatus}
        onChange={(event) => choose({ videoStatus: event.currentTarget.value })}
      />
      <NativeSelect
        label="写真の販売状況"
        data={choices}
        value={chosen.photoStatus}
        onChange={(event) => choose({ photoStatus: event.currentTarget.value })}
      />
    </BulkForm>
  );
};
