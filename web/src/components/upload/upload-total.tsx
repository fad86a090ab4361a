import { Button, Group, Progress } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import type { UploadQueue } from '../../lib/uploads/upload-queue.ts';
import { announcedPercent, type UploadSummary } from '../../lib/uploads/upload-state.ts';
import styles from './upload.module.css';

/** All files together: how far they have come, and the way to stop them. */
export const UploadTotal = ({ summary, queue }: { summary: UploadSummary; queue: UploadQueue }) => {
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
