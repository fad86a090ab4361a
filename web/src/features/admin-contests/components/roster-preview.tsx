import { Stack, Text } from '@mantine/core';
import type { RosterPreview as Preview } from '@stagereel/contracts';
import { useEffect, useMemo, useRef } from 'react';
import { TouchSwitch } from '../../../components/ui/touch-switch.tsx';
import { RosterRows } from './roster-rows.tsx';

type Props = { fileName: string; preview: Preview; onlyRefused: boolean; onFilter: (onlyRefused: boolean) => void };

const countText = ({ counts }: Preview): string =>
  `追加 ${counts.create}人 ・ 更新 ${counts.update}人 ・ 変更なし ${counts.same}人 ・ 取り込めない行 ${counts.refused}行`;

/** What a file would do, or did: counts first, then row by row. */
export const RosterPreview = ({ fileName, preview, onlyRefused, onFilter }: Props) => {
  const { rows, counts, ignoredColumns } = preview;
  const shown = useMemo(() => (onlyRefused ? rows.filter(({ action }) => action === 'refused') : rows), [rows, onlyRefused]);
  const summary = useRef<HTMLDivElement>(null);
  // What was pressed to come here is gone; what came of it is read out.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the answer
  useEffect(() => summary.current?.focus(), [preview]);

  return (
    <Stack gap="sm">
      <div ref={summary} tabIndex={-1} role="status">
        <Text fw={600}>{countText(preview)}</Text>
        <Text size="sm" c="dimmed">
          {fileName}（{preview.encoding}）
        </Text>
      </div>
      {ignoredColumns.length > 0 && <Text size="sm">取り込まない列：{ignoredColumns.join('、')}</Text>}
      {counts.refused > 0 && (
        <TouchSwitch label="取り込めない行だけを表示" checked={onlyRefused} onChange={(event) => onFilter(event.currentTarget.checked)} />
      )}
      <RosterRows rows={shown} />
    </Stack>
  );
};
