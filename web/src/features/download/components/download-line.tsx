import { Button, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useId } from 'react';
import { useClaimDownload } from '../../../api/download.ts';
import { VideoPlayer } from '../../../components/media/video-player.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { PriceText } from '../../../components/ui/price-text.tsx';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { fileSizeText } from '../lib/file-size.ts';
import { type DownloadLine as Line, lineViewOf } from '../lib/line-view.ts';
import styles from './download-line.module.css';

const CLAIM_FAILED = 'ダウンロードを開始できませんでした。もう一度お試しください。';

type Props = { pageId: string; line: Line; isExpired: boolean };

/** One video. Its button claims the line for this browser and opens the video. */
export const DownloadLine = ({ pageId, line, isExpired }: Props) => {
  const headingId = useId();
  const claim = useClaimDownload(pageId);
  const view = lineViewOf(line);
  // Only lines that were never claimed are expired; the state of the others is still useful.
  const isOver = isExpired && line.state === 'open';
  const failure = claim.isError ? userMessageOf(claim.error, CLAIM_FAILED) : null;

  const download = () => claim.mutate(line.id, { onSuccess: ({ url }) => window.location.assign(url) });

  return (
    <li className={styles.line} aria-labelledby={headingId}>
      <div className={styles.facts}>
        <Text id={headingId} fw={700}>
          {line.athleteNumber} {line.athleteName}
        </Text>
        <Text size="sm" c="dimmed">
          {line.contestName}
        </Text>
        <Text size="sm" c="dimmed">
          {line.category} <span className="nowrap">／ {line.style}</span>
        </Text>
        <PriceText amount={line.price} size="sm" />
        {line.size !== null && (
          <Text size="sm" c="dimmed">
            ファイルサイズ：{fileSizeText(line.size)}
          </Text>
        )}
        {!isOver && <StatusBadge tone={view.tone}>{view.word}</StatusBadge>}
      </div>
      <Button
        className={styles.button}
        leftSection={<IconDownload size={20} aria-hidden />}
        disabled={isOver || !view.isOpen}
        loading={claim.isPending}
        onClick={download}
        aria-describedby={headingId}
      >
        {view.button}
      </Button>
      {!isOver && view.note !== null && view.note !== failure && (
        <Text size="sm" className={styles.wide}>
          {view.note}
        </Text>
      )}
      {claim.isSuccess && !isOver && (
        <Text size="sm" role="status" className={styles.wide}>
          ダウンロードを開始しました。進み具合は、ブラウザのダウンロード一覧で確認できます。始まらない場合は、もう一度ボタンを押してください。
        </Text>
      )}
      {failure !== null && (
        <div className={styles.wide}>
          <ErrorPanel title="ダウンロードエラー">{failure}</ErrorPanel>
        </div>
      )}
      {line.isPreviewComing && !isExpired && (
        <Text size="sm" c="dimmed" className={styles.wide}>
          プレビューを準備しています。できあがると、ここに表示されます。動画はプレビューを待たずにダウンロードできます。
        </Text>
      )}
      {line.previewUrl !== null && !isExpired && (
        <div className={styles.wide}>
          <VideoPlayer
            src={line.previewUrl}
            title={`${line.athleteNumber} ${line.style}のプレビュー`}
            poster={null}
            shape={line.style === '縦動画' ? 'vertical' : 'horizontal'}
          />
          <Text size="sm" c="dimmed" mt={4}>
            プレビューは、画質を下げて透かしを入れた、短い確認用の映像です。再生しても、ダウンロードの回数には数えられません。
          </Text>
        </div>
      )}
    </li>
  );
};
