import { Group, Text } from '@mantine/core';
import type { MediaType } from '@stagereel/contracts';
import { IconCloudUpload, IconFiles, IconFolder } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { droppedFiles } from '../../lib/uploads/dropped-files.ts';
import { createSequencer } from '../../lib/uploads/sequencer.ts';
import { FileButton } from './file-button.tsx';
import styles from './upload.module.css';

type Props = {
  label: string;
  only?: MediaType | undefined;
  isDisabled: boolean;
  /** Requirements and recommendations. */
  hint: ReactNode;
  onFiles: (files: readonly File[]) => void;
};

const accepted = { any: 'video/*,image/*', image: 'image/*', video: 'video/*' } as const;

/** A drop zone for files and folders, with buttons to choose them. */
export const UploadDrop = ({ label, only, isDisabled, hint, onFiles }: Props) => {
  const [isOver, setIsOver] = useState(false);
  // The pointer leaves and enters again when it moves between nested elements.
  const depth = useRef(0);
  const [inTurn] = useState(createSequencer<readonly File[]>);
  const accept = accepted[only ?? 'any'];

  // Reading a folder takes time, so check the state again when its files are known.
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
