import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { RosterDrop } from './roster-drop.tsx';
import { RosterPreview } from './roster-preview.tsx';
import { useRosterImport } from './use-roster-import.ts';

const Content = ({ contestId, onClose }: { contestId: string; onClose: () => void }) => {
  const roster = useRosterImport(contestId);
  const [onlyRefused, setOnlyRefused] = useState(false);
  const { preview, problem, isSending } = roster;
  const changes = preview === null ? 0 : preview.counts.create + preview.counts.update;

  const startAgain = () => {
    setOnlyRefused(false);
    roster.startAgain();
  };

  return (
    <Stack gap="md">
      {preview === null ? (
        <RosterDrop isReading={isSending} onFile={(file) => void roster.pick(file)} />
      ) : (
        <RosterPreview fileName={roster.fileName} preview={preview} onlyRefused={onlyRefused} onFilter={setOnlyRefused} />
      )}
      {problem !== null && <FormErrors messages={[problem]} />}
      <Group justify="flex-end" gap="sm">
        {preview !== null && (
          <Button variant="default" onClick={startAgain} disabled={isSending}>
            別のファイルを選ぶ
          </Button>
        )}
        {preview !== null && !preview.isApplied && problem !== null && (
          <Button variant="default" onClick={roster.look} disabled={isSending}>
            内容を確認し直す
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          閉じる
        </Button>
        {preview !== null && !preview.isApplied && (
          <Button onClick={roster.apply} loading={isSending} disabled={changes === 0}>
            {changes}人を取り込む
          </Button>
        )}
      </Group>
    </Stack>
  );
};

type Props = { contestId: string; isOpen: boolean; onClose: () => void };

/** Athletes from a CSV file: what it would do is shown first, and stored only as it was shown. */
export const RosterImportDialog = ({ contestId, isOpen, onClose }: Props) => (
  <Dialog isOpen={isOpen} onClose={onClose} size="xl" title="選手のCSV取り込み">
    <Content contestId={contestId} onClose={onClose} />
  </Dialog>
);
