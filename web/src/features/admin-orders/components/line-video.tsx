import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { AdminLine } from '@stagereel/contracts';
import { IconAlertTriangle, IconCircleCheck, IconUpload } from '@tabler/icons-react';
import { FileButton } from '../../../components/upload/file-button.tsx';
import uploadStyles from '../../../components/upload/upload.module.css';
import { UploadRow } from '../../../components/upload/upload-row.tsx';
import { isResting } from '../../../lib/uploads/upload-state.ts';
import { isStoredVideo } from '../lib/finished-video.ts';
import styles from './order-line-table.module.css';
import { useLineVideo } from './use-line-video.ts';
import { useVideoFileName } from './use-video-file-name.ts';
import { ViewVideoLink } from './view-video-link.tsx';

type Props = { line: AdminLine; url: string; error?: string; onChange: (url: string) => void };

const UrlField = ({ line, url, error, onChange }: Props) => (
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

/** A video that lies in the shop, by the name of its file: its admin sees which one is delivered. */
const ArrivedVideo = ({ line, url, onChange }: Omit<Props, 'error'>) => {
  const fileName = useVideoFileName(url);
  return (
    <Group gap="xs">
      <IconCircleCheck size={20} color="var(--mantine-color-teal-7)" aria-hidden />
      <div className={styles.arrived}>
        <Text size="sm">アップロードした動画</Text>
        {fileName !== undefined && (
          <Text size="xs" c="dimmed">
            {fileName}
          </Text>
        )}
      </div>
      <ViewVideoLink lineId={line.id} url={url} />
      <Button
        variant="subtle"
        color="gray"
        size="sm"
        h={44}
        aria-label={`${line.orderNumber} の動画を選び直す`}
        onClick={() => onChange('')}
      >
        選び直す
      </Button>
    </Group>
  );
};

/** What a pending line's customer will download: a link that is typed, or a video that is uploaded to the line. */
export const LineVideo = ({ line, url, error, onChange }: Props) => {
  const { queue, queued, isLooking, concerns, problem, choose, confirm } = useLineVideo(line);

  if (isStoredVideo(url)) return <ArrivedVideo line={line} url={url} onChange={onChange} />;

  const isSending = queue !== undefined && queued !== undefined;
  return (
    <>
      {/* There before it has something to say: what a region already holds when it is drawn is not read out. */}
      <span className="visually-hidden" role="status">
        {isSending && isLooking ? `${queued.file.name}の向きと長さを確認しています` : ''}
      </span>
      {isSending ? (
        <Stack gap="xs">
          <ul className={uploadStyles.list}>
            <UploadRow queued={queued} queue={queue} isBusy={!isResting(queued)} readyWords={isLooking ? '向きと長さを確認中' : ''} />
          </ul>
          {concerns.length > 0 && (
            <Alert color="orange" variant="light" role="alert" p="xs" icon={<IconAlertTriangle aria-hidden />}>
              {concerns.map((concern) => (
                <Text key={concern} size="sm">
                  {concern}
                </Text>
              ))}
              <Button variant="default" size="sm" h={44} mt="xs" onClick={confirm}>
                この動画をアップロード
              </Button>
            </Alert>
          )}
        </Stack>
      ) : (
        <Stack gap={4} w="100%">
          <UrlField line={line} url={url} {...(error !== undefined && { error })} onChange={onChange} />
          <div>
            <FileButton
              accept="video/*"
              variant="subtle"
              size="sm"
              h={44}
              leftSection={<IconUpload size={18} aria-hidden />}
              aria-label={`${line.orderNumber} の動画をアップロード`}
              onFiles={choose}
            >
              動画をアップロード
            </FileButton>
          </div>
          {problem !== null && (
            <div role="alert" className={uploadStyles.failure}>
              {problem}
            </div>
          )}
        </Stack>
      )}
    </>
  );
};
