import { Button } from '@mantine/core';
import type { CustomerLine } from '@stagereel/contracts';
import { IconDownload } from '@tabler/icons-react';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { videoStateOf } from '../model/purchases.ts';

/** The way to a video, or why there is none. */
export const VideoCell = ({ line }: { line: CustomerLine }) => {
  const state = videoStateOf(line);
  if (state.kind === 'declined') return <StatusBadge tone="neutral">制作不可</StatusBadge>;
  if (state.kind === 'refunded') return <StatusBadge tone="neutral">返金済み</StatusBadge>;
  if (state.kind === 'awaited') return <StatusBadge tone="due">納品待ち</StatusBadge>;
  return (
    <Button
      component="a"
      href={state.url}
      target="_blank"
      rel="noopener"
      color="teal.9"
      size="sm"
      h={44}
      leftSection={<IconDownload size={18} aria-hidden />}
      aria-label={`ダウンロード（${line.athleteNumber} ${line.style}、新しいタブで開きます）`}
    >
      ダウンロード
    </Button>
  );
};
