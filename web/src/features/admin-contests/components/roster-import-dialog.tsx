import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { useRosterImport } from '../lib/roster-import.ts';
import styles from './roster-import-dialog.module.css';
import { RosterPreview } from './roster-preview.tsx';

/** Chooses one file by button or by drop. */
const RosterDrop = ({ isReading, onFile }: { isReading: boolean; onFile: (file: File) => void }) => {
  const [isOver, setIsOver] = useState(false);
  const forgetPicked = useRef<() => void>(null);

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !isReading) onFile(file);
  };

  const pick = (file: File | null) => {
    // Allow choosing the same file again after it was corrected.
    forgetPicked.current?.();
    if (file) onFile(file);
  };

  return (
    <section
      className={styles.drop}
      aria-label="CSVファイルの選択"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <IconFileUpload size={36} stroke={1.4} aria-hidden />
      <FileButton resetRef={forgetPicked} accept=".csv,.txt,text/csv" onChange={pick}>
        {(props) => (
          <Button {...props} variant="light" loading={isReading} data-autofocus>
            CSVファイルを選ぶ
          </Button>
        )}
      </FileButton>
      <Text size="sm" c="dimmed">
        ここにファイルをドロップすることもできます。
        <br />
        1行目に「ゼッケン番号」と「カテゴリ」の見出しが必要です（UTF-8・Shift_JIS、700KBまで）。
      </Text>
    </section>
  );
};

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

/** Imports athletes from a CSV file: shows a preview and then applies exactly that preview. */
export const RosterImportDialog = ({ contestId, isOpen, onClose }: Props) => (
  <Dialog isOpen={isOpen} onClose={onClose} size="xl" title="選手のCSV取り込み">
    <Content contestId={contestId} onClose={onClose} />
  </Dialog>
);
