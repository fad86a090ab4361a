import { Group, Text } from '@mantine/core';
import type { MediaType } from '@stagereel/contracts';
import { IconCloudUpload, IconFiles, IconFolder } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { droppedFiles } from '../../lib/uploads/dropped-files.ts';
import { createTurns } from '../../lib/uploads/in-turn.ts';
import { FileButton } from './file-button.tsx';
import styles from './upload.module.css';

type Props = {
  label: string;
  only?: MediaType | undefined;
  isDisabled: boolean;
  /** What is wanted and recommended. */
  hint: ReactNode;
  onFiles: (files: readonly File[]) => void;
};

const accepted = { any: 'video/*,image/*', image: 'image/*', video: 'video/*' } as const;

/** Where files and folders are chosen or dropped. */
export const UploadDrop = ({ label, only, isDisabled, hint, onFiles }: Props) => {
  const [isOver, setIsOver] = useState(false);
  // Between an element and those within it, it is left and entered again.
  const depth = useRef(0);
  const [inTurn] = useState(createTurns<readonly File[]>);
  const accept = accepted[only ?? 'any'];

  // A folder takes its time to be read: what counts is how things stand when its files are there.
  const now = useRef({ isDisabled, onFiles });
  useLayoutEffect(() => {
    now.current = { isDisabled, onFiles };
  }, [isDisabled, onFiles]);
  const take = (files: readonly File[]) => {
    if (!now.current.isDisabled) now.current.onFiles(files);
  };

  const move = (step: 1 | -1) => {
    depth.current += step;
    setIsOver(depth.current > 0);
  };

  const drop = (event: DragEvent) => {
    event.preventDefault();
    depth.current = 0;
    setIsOver(false);
    if (!isDisabled) void inTurn(droppedFiles(event.dataTransfer), take);
  };

  return (
    <section
      className={styles.drop}
      aria-label={label}
      data-over={(isOver && !isDisabled) || undefined}
      onDragEnter={() => move(1)}
      onDragLeave={() => move(-1)}
      onDragOver={(event) => {
        event.preventDefault();
        event.dataTransfer.dropEffect = isDisabled ? 'none' : 'copy';
      }}
      onDrop={drop}
    >
      <IconCloudUpload size={36} stroke={1.4} aria-hidden />
      <Group gap="sm" justify="center">
        <FileButton
          accept={accept}
          isMultiple
          variant="light"
          disabled={isDisabled}
          leftSection={<IconFiles size={18} aria-hidden />}
          onFiles={onFiles}
        >
          ファイルを選ぶ
        </FileButton>
        <FileButton
          accept={accept}
          isFolder
          isMultiple
          variant="default"
          disabled={isDisabled}
          leftSection={<IconFolder size={18} aria-hidden />}
          onFiles={onFiles}
        >
          フォルダを選ぶ
        </FileButton>
      </Group>
      <Text size="sm" c="dimmed">
        ここにファイルやフォルダをドロップすることもできます。
        <br />
        {hint}
      </Text>
    </section>
  );
};
