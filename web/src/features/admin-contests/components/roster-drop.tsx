import { Button, FileButton, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import styles from './roster-drop.module.css';

/** Picks one file, by button or by dropping it here. */
export const RosterDrop = ({ isReading, onFile }: { isReading: boolean; onFile: (file: File) => void }) => {
  const [isOver, setIsOver] = useState(false);
  const forgetPicked = useRef<() => void>(null);

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !isReading) onFile(file);
  };

  const pick = (file: File | null) => {
    // The same file, mended meanwhile, can be picked again.
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
