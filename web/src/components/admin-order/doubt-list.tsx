import { Button, type ButtonProps, Text } from '@mantine/core';
import type { AdminLine } from '@stagereel/contracts';
import { type DoubtfulDelivery, isMetadataPending } from './delivery-doubts.ts';
import { videoTitle } from './order-texts.ts';
import { WatchVideoLink } from './watch-video-link.tsx';

/** The doubtful lines of an order, with their doubts and their videos. */
export const DoubtList = ({ lines, doubtful }: { lines: readonly AdminLine[]; doubtful: DoubtfulDelivery }) => (
  <ul style={{ margin: 0, paddingInlineStart: 20 }}>
    {lines.flatMap((line) => {
      const text = doubtful.doubts[line.id];
      return text === undefined
        ? []
        : [
            <li key={line.id}>
              <Text size="sm" fw={600}>
                {line.id}（{videoTitle(line)}）
              </Text>
              <Text size="sm">{text}</Text>
              <WatchVideoLink lineId={line.id} url={doubtful.downloadUrls[line.id] ?? ''} />
            </li>,
          ];
    })}
  </ul>
);

type ConfirmProps = ButtonProps & { doubts: DoubtfulDelivery['doubts']; onClick: () => void };

/** Confirms the doubts and delivers. While metadata is pending, it retries the delivery without a confirmation. */
export const ConfirmDeliveryButton = ({ doubts, ...props }: ConfirmProps) =>
  isMetadataPending(doubts) ? (
    <Button {...props}>もう一度試す</Button>
  ) : (
    <Button color="red.8" {...props}>
      このまま納品する
    </Button>
  );
