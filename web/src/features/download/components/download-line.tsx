import { Button, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useId } from 'react';
import { useClaimDownload } from '../../../api/download.ts';
import { VideoPlayer } from '../../../components/media/video-player.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { PriceText } from '../../../components/ui/price-text.tsx';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { videoDownloadLook } from '../../../components/ui/video-download-look.ts';
import { userMessageOf } from '../../../lib/api-error.ts';
import { fileSizeText } from '../lib/file-size.ts';
import { type DownloadLine as Line, lineViewOf, shapeOf } from '../lib/line-view.ts';
import { DownloadHelp } from './download-help.tsx';
import styles from './download-line.module.css';

const CLAIM_FAILED = 'ダウンロードを開始できませんでした。もう一度お試しください。';

type Props = { pageId: string; orderNumber: string; line: Line; isExpired: boolean };

/** The customer's own video: its still, which plays the preview. Empty for an external link and on an expired page. */
const Preview = ({ line }: { line: Line }) => {
  if (line.previewUrl !== null) {
    const title = `${line.athleteNumber} ${line.style}のプレビュー`;
    return <VideoPlayer src={line.previewUrl} title={title} poster={line.posterUrl} size={shapeOf(line)} />;
  }
  if (!line.isPreviewComing) return null;
  return (
    <Text size="sm" c="dimmed" className={styles.coming}>
      プレビューを準備しています。できあがると、ここに表示されます。動画はプレビューを待たずにダウンロードできます。
    </Text>
  );
};

const Facts = ({ line, headingId, children }: { line: Line; headingId: string; children: React.ReactNode }) => (
  <div className={styles.facts}>
    <Text id={headingId} fw={700} size="lg">
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
    {children}
  </div>
);

/** One video. Its button claims the line for this browser and opens the video. */
export const DownloadLine = ({ pageId, orderNumber, line, isExpired }: Props) => {
  const headingId = useId();
  const claim = useClaimDownload(pageId);
  const view = lineViewOf(line);
  // Only lines that were never claimed are expired; the state of the others is still useful.
  const isOver = isExpired && line.state === 'open';
  const failure = claim.isError ? userMessageOf(claim.error, CLAIM_FAILED) : null;
  const isStarted = claim.isSuccess && !claim.data.wasSentTwice && !isOver;
  const { width, height } = shapeOf(line);
  const hasPreview = line.previewUrl !== null || line.isPreviewComing;

  const download = () =>
    claim.mutate(line.id, {
      onSuccess: ({ url, wasSentTwice }) => {
        // Media would refuse it; the page, which is fetched again, says so and offers help.
        if (!wasSentTwice) window.location.assign(url);
      },
    });

  return (
    <li className={styles.line} aria-labelledby={headingId} data-beside={hasPreview && width < height ? true : undefined}>
      {hasPreview && <Preview line={line} />}
      <div className={styles.body}>
        <Facts line={line} headingId={headingId}>
          {!isOver && <StatusBadge tone={view.tone}>{view.word}</StatusBadge>}
        </Facts>
        <Button
          className={styles.button}
          {...videoDownloadLook}
          size="lg"
          leftSection={<IconDownload size={22} aria-hidden />}
          disabled={isOver || !view.isOpen}
          loading={claim.isPending}
          onClick={download}
          aria-describedby={headingId}
        >
          {view.button}
        </Button>
        {!isOver && view.note !== null && view.note !== failure && <Text size="sm">{view.note}</Text>}
        {isStarted && (
          <Text size="sm" role="status">
            ダウンロードを開始しました。進み具合は、ブラウザのダウンロード一覧で確認できます。始まらない場合は、もう一度ボタンを押してください。
          </Text>
        )}
        {failure !== null && <ErrorPanel title="ダウンロードエラー">{failure}</ErrorPanel>}
        {view.needsHelp && <DownloadHelp orderNumber={orderNumber} line={line} />}
      </div>
    </li>
  );
};
