import { ActionIcon, Group, Progress } from '@mantine/core';
import { IconCircleCheck, IconMovie, IconPhoto, IconPlayerPause, IconPlayerPlay, IconRefresh, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { megabytes } from '../../lib/uploads/upload-files.ts';
import type { UploadQueue } from '../../lib/uploads/upload-queue.ts';
import { filePercent, isActive, isHaltable, isResting, type QueuedFile } from '../../lib/uploads/upload-state.ts';
import styles from './upload.module.css';

/** A short text for the phase of an upload. */
const phaseWords = (file: QueuedFile): string => {
  const percent = `${filePercent(file)}%`;
  switch (file.phase) {
    case 'ready':
      return '';
    case 'queued':
      return '順番待ち';
    case 'preparing':
      return '準備中';
    case 'sending':
      return `送信中 ${percent}`;
    case 'waiting':
      return `再接続中 ${percent}`;
    case 'offline':
      return `オフラインのため待機中 ${percent}`;
    case 'checking':
      return '内容を確認中';
    case 'paused':
      return `一時停止中 ${percent}`;
    case 'failed':
      return '失敗';
    case 'done':
      return '完了';
  }
};

type Act = { label: string; icon: ReactNode; isDisabled?: boolean; onPress: () => void };

const RowButton = ({ label, icon, isDisabled = false, onPress }: Act) => (
  <ActionIcon variant="subtle" color="gray" size={44} aria-label={label} title={label} disabled={isDisabled} onClick={onPress}>
    {icon}
  </ActionIcon>
);

const KindIcon = ({ kind, phase }: QueuedFile) => {
  if (phase === 'done') return <IconCircleCheck size={24} color="var(--mantine-color-teal-7)" aria-hidden />;
  const Icon = kind === 'video' ? IconMovie : IconPhoto;
  return <Icon size={24} stroke={1.5} className={styles.icon} aria-hidden />;
};

type Props = {
  queued: QueuedFile;
  queue: UploadQueue;
  isBusy: boolean;
  /** A note beside a file that is not sent yet; may be empty. */
  readyWords: string;
};

/** One file with its progress and buttons. */
export const UploadRow = ({ queued, queue, isBusy, readyWords }: Props) => {
  const { id, file, phase, failure } = queued;
  const words = phase === 'ready' ? readyWords : phaseWords(queued);
  const isMoving = !isResting(queued);
  return (
    <li className={styles.row}>
      <KindIcon {...queued} />
      <div className={styles.facts}>
        <span className={styles.name} title={file.name}>
          {file.name}
        </span>
        <span className={styles.figure}>{megabytes(file.size)}</span>
        {words !== '' && <span className={styles.figure}>{words}</span>}
      </div>
      <Group gap={0} wrap="nowrap">
        {phase === 'failed' && (
          <RowButton
            label={`${file.name}を再試行`}
            icon={<IconRefresh size={20} aria-hidden />}
            isDisabled={isBusy}
            onPress={() => queue.resume(id)}
          />
        )}
        {phase === 'paused' && (
          <RowButton label={`${file.name}を再開`} icon={<IconPlayerPlay size={20} aria-hidden />} onPress={() => queue.resume(id)} />
        )}
        {isActive(queued) && (
          <RowButton
            label={`${file.name}を一時停止`}
            icon={<IconPlayerPause size={20} aria-hidden />}
            isDisabled={!isHaltable(queued)}
            onPress={() => queue.pause(id)}
          />
        )}
        {phase !== 'done' && (
          <RowButton
            label={isMoving ? `${file.name}を中止` : `${file.name}を一覧から外す`}
            icon={<IconX size={20} aria-hidden />}
            // An idle file waits for the others.
            isDisabled={!isHaltable(queued) || (isBusy && !isMoving)}
            onPress={() => queue.remove(id)}
          />
        )}
      </Group>
      {isMoving && (
        <Progress.Root size="sm" style={{ gridColumn: '2 / -1' }}>
          <Progress.Section value={filePercent(queued)} aria-label={`${file.name}の送信状況`} aria-valuetext={words} />
        </Progress.Root>
      )}
      {failure !== null && (
        <div className={styles.failure} style={{ gridColumn: '2 / -1' }}>
          {failure}
        </div>
      )}
    </li>
  );
};
