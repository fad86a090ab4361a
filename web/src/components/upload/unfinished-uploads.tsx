import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { RememberedUpload } from '../../lib/uploads/remembered-uploads.ts';
import { megabytes } from '../../lib/uploads/upload-files.ts';
import styles from './upload.module.css';

type Props = { uploads: readonly RememberedUpload[]; onDiscard: (uploadId: string) => void };

/** Uploads that a reload or a crash has interrupted: a browser may read a file again only when it is chosen again. */
export const UnfinishedUploads = ({ uploads, onDiscard }: Props) => (
  <Alert variant="light" icon={<IconHistory aria-hidden />} title="途中で止まっているアップロードがあります">
    <Stack gap="xs">
      <Text>同じファイルをもう一度選んでアップロードすると、続きから送信します。</Text>
      <ul className={styles.list}>
        {uploads.map(({ uploadId, fileName, fileSize }) => (
          <li key={uploadId} className={styles.row} style={{ gridTemplateColumns: 'minmax(0, 1fr) auto' }}>
            <div className={styles.facts}>
              <span className={styles.name} title={fileName}>
                {fileName}
              </span>
              <span className={styles.figure}>{megabytes(fileSize)}</span>
            </div>
            <Button variant="default" size="sm" h={44} aria-label={`${fileName}のアップロードを破棄`} onClick={() => onDiscard(uploadId)}>
              破棄
            </Button>
          </li>
        ))}
      </ul>
    </Stack>
  </Alert>
);
