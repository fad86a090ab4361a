import { Alert, Button, Group, List, Progress, Stack, Text } from '@mantine/core';
import type { MediaType } from '@stagereel/contracts';
import { IconAlertTriangle, IconHistory, IconPlayerPause, IconPlayerPlay, IconUpload, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { RememberedUpload, UploadPlace } from '../../lib/uploads/remembered-uploads.ts';
import { megabytes, type RefusedFile } from '../../lib/uploads/upload-files.ts';
import type { UploadQueue } from '../../lib/uploads/upload-queue.ts';
import { announcedPercent, type UploadSummary } from '../../lib/uploads/upload-state.ts';
import { FormErrors } from '../ui/form-errors.tsx';
import styles from './upload.module.css';
import { UploadDrop } from './upload-drop.tsx';
import { UploadRow } from './upload-row.tsx';
import { useUploads } from './use-uploads.ts';

type UnfinishedUploadsProps = { uploads: readonly RememberedUpload[]; onDiscard: (uploadId: string) => void };

/** Uploads interrupted by a reload or a crash. The browser can read a file again only when it is chosen again. */
const UnfinishedUploads = ({ uploads, onDiscard }: UnfinishedUploadsProps) => (
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

/** The progress of all files, with buttons to pause and cancel. */
const UploadTotal = ({ summary, queue }: { summary: UploadSummary; queue: UploadQueue }) => {
  const { percent, left, isPaused, isHaltable } = summary;
  return (
    <Group gap="md" className={styles.total}>
      <Progress.Root size="lg" flex={1} miw={160}>
        <Progress.Section value={percent} aria-label="全体の送信状況" aria-valuetext={`全体の${percent}%`} animated={!isPaused} />
      </Progress.Root>
      <span className={styles.figure}>
        全体 {percent}%（残り{left}件）
      </span>
      <span className="visually-hidden" role="status">
        {isPaused ? 'アップロードを一時停止しました' : `アップロード中 ${announcedPercent(percent)}%`}
      </span>
      <Group gap="sm">
        {isPaused ? (
          <Button variant="default" size="sm" h={44} leftSection={<IconPlayerPlay size={18} aria-hidden />} onClick={queue.resumeAll}>
            すべて再開
          </Button>
        ) : (
          <Button
            variant="default"
            size="sm"
            h={44}
            leftSection={<IconPlayerPause size={18} aria-hidden />}
            disabled={!isHaltable}
            onClick={queue.pauseAll}
          >
            すべて一時停止
          </Button>
        )}
        <Button
          variant="default"
          size="sm"
          h={44}
          leftSection={<IconX size={18} aria-hidden />}
          disabled={!isHaltable}
          onClick={queue.cancelAll}
        >
          すべて中止
        </Button>
      </Group>
    </Group>
  );
};

const SHOWN = 10;

const RefusedFiles = ({ files }: { files: readonly RefusedFile[] }) => (
  <Alert color="orange" variant="light" role="alert" icon={<IconAlertTriangle aria-hidden />} title="次のファイルは追加できませんでした">
    <List spacing={4}>
      {files.slice(0, SHOWN).map(({ name, reason }, index) => (
        // Two folders may contain files with the same name.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced whole
        <List.Item key={index}>
          {name}（{reason}）
        </List.Item>
      ))}
    </List>
    {files.length > SHOWN && <Text>ほか{files.length - SHOWN}件</Text>}
  </Alert>
);

type Props = {
  place: UploadPlace;
  only?: MediaType;
  /** The noun for what is uploaded. */
  what: string;
  hint: ReactNode;
  onUploaded: () => void;
};

/** Chooses files, uploads them and shows their progress. */
export const UploadPanel = ({ place, only, what, hint, onUploaded }: Props) => {
  const uploads = useUploads({ place, only, onUploaded });
  const { queue, files, summary, refused, problem, unfinished } = uploads;
  return (
    <Stack gap="md">
      <UploadDrop label={`${what}のファイル選択`} only={only} isDisabled={summary.isBusy} hint={hint} onFiles={uploads.choose} />
      {refused.length > 0 && <RefusedFiles files={refused} />}
      {unfinished.length > 0 && !summary.isBusy && <UnfinishedUploads uploads={unfinished} onDiscard={uploads.discard} />}
      {files.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <ul className={`${styles.list} ${styles.files}`} aria-label={`アップロードする${what}`} tabIndex={0}>
          {files.map((queued) => (
            <UploadRow
              key={queued.id}
              queued={queued}
              queue={queue}
              isBusy={summary.isBusy}
              readyWords={uploads.isContinued(queued) ? '続きから送信します' : ''}
            />
          ))}
        </ul>
      )}
      {problem !== null && <FormErrors messages={[problem]} />}
      {summary.isBusy && <UploadTotal summary={summary} queue={queue} />}
      <div>
        <Button leftSection={<IconUpload size={18} aria-hidden />} disabled={summary.isBusy} onClick={uploads.start}>
          {files.length > 0 ? `${files.length}件をアップロード` : 'アップロード'}
        </Button>
      </div>
    </Stack>
  );
};
