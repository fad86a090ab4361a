import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { AdminLine } from '@stagereel/contracts';
import { IconAlertTriangle, IconCircleCheck, IconUpload } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { isStoredVideo } from '../../../components/admin-order/download-url.ts';
import { lineVideos } from '../../../components/admin-order/order-workspace.ts';
import { WatchVideoLink } from '../../../components/admin-order/watch-video-link.tsx';
import { FileButton } from '../../../components/upload/file-button.tsx';
import uploadStyles from '../../../components/upload/upload.module.css';
import { UploadRow } from '../../../components/upload/upload-row.tsx';
import { isResting } from '../../../lib/uploads/upload-state.ts';
import styles from './order-line-table.module.css';
import { useLineVideo } from './use-line-video.ts';

type Props = {
  line: AdminLine;
  url: string;
  error?: string;
  /** In a row of the list: one line, as far as possible. */
  isDense?: boolean;
  onChange: (url: string) => void;
};

const UrlField = ({ line, url, error, onChange }: Omit<Props, 'isDense'>) => (
  <TextInput
    type="url"
    size="sm"
    className={styles.url}
    aria-label={`${line.orderNumber} の動画ダウンロードURL`}
    placeholder="https://"
    autoComplete="off"
    spellCheck={false}
    name={line.id}
    value={url}
    error={error}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

/** Names the uploaded file, so that the admin sees which video is delivered. The name is known only in the tab of the upload. */
const StoredVideo = ({ line, url, isDense, onChange }: Omit<Props, 'error'>) => {
  const fileName = useStore(lineVideos.fileNames.store)[url];
  return (
    <Group gap="xs" wrap={isDense ? 'nowrap' : 'wrap'}>
      <IconCircleCheck size={20} color="var(--mantine-color-teal-7)" aria-hidden />
      <div className={styles.stored}>
        {(!isDense || fileName === undefined) && <Text size="sm">アップロードした動画</Text>}
        {fileName !== undefined && (
          <Text size="xs" c="dimmed" truncate={isDense ? 'end' : undefined} title={fileName}>
            {fileName}
          </Text>
        )}
      </div>
      <WatchVideoLink lineId={line.id} url={url} />
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        h="var(--dense-control, 44px)"
        aria-label={`${line.orderNumber} の動画を選び直す`}
        onClick={() => onChange('')}
      >
        選び直す
      </Button>
    </Group>
  );
};

/** The download of an undelivered line: a typed link or an uploaded video. */
export const LineVideo = ({ line, url, error, isDense = false, onChange }: Props) => {
  const { queue, queued, isInspecting, warnings, problem, choose, confirm } = useLineVideo(line);

  if (isStoredVideo(url)) return <StoredVideo line={line} url={url} isDense={isDense} onChange={onChange} />;

  const isUploading = queue !== undefined && queued !== undefined;
  return (
    <>
      {/* Always rendered, because screen readers announce only what changes inside a live region. */}
      <span className="visually-hidden" role="status">
        {isUploading && isInspecting ? `${queued.file.name}の向きと長さを確認しています` : ''}
      </span>
      {isUploading ? (
        <Stack gap="xs">
          <ul className={uploadStyles.list}>
            <UploadRow queued={queued} queue={queue} isBusy={!isResting(queued)} readyWords={isInspecting ? '向きと長さを確認中' : ''} />
          </ul>
          {warnings.length > 0 && (
            <Alert color="orange" variant="light" role="alert" p="xs" icon={<IconAlertTriangle aria-hidden />}>
              {warnings.map((warning) => (
                <Text key={warning} size="sm">
                  {warning}
                </Text>
              ))}
              <Button variant="default" size="sm" h={44} mt="xs" onClick={confirm}>
                この動画をアップロード
              </Button>
            </Alert>
          )}
        </Stack>
      ) : (
        <div className={styles.choice}>
          <UrlField line={line} url={url} {...(error !== undefined && { error })} onChange={onChange} />
          <FileButton
            accept="video/*"
            variant={isDense ? 'subtle' : 'default'}
            size="xs"
            h="var(--dense-control, 44px)"
            aria-label={`${line.orderNumber} の動画をアップロード`}
            onFiles={choose}
          >
            {isDense ? (
              <IconUpload size={18} aria-hidden />
            ) : (
              <>
                <IconUpload size={18} aria-hidden className={styles.icon} />
                動画をアップロード
              </>
            )}
          </FileButton>
          {problem !== null && (
            <div role="alert" className={uploadStyles.failure}>
              {problem}
            </div>
          )}
        </div>
      )}
    </>
  );
};
