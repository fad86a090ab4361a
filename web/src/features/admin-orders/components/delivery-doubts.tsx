import { Button, type ButtonProps, Group, Stack, Text } from '@mantine/core';
import type { AdminLine } from '@stagereel/contracts';
import { useState } from 'react';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { type DoubtfulDelivery, isStillRead } from '../lib/delivery-doubts.ts';
import type { OrderGroup } from '../lib/order-groups.ts';
import { subjectOf } from '../lib/order-words.ts';
import { ViewVideoLink } from './view-video-link.tsx';

type Lines = { lines: readonly AdminLine[]; doubtful: Pick<DoubtfulDelivery, 'downloadUrls' | 'doubts'> };

/** What the server finds doubtful, line by line, each with the video that it is about. */
export const DoubtList = ({ lines, doubtful: { downloadUrls, doubts } }: Lines) => (
  <ul style={{ margin: 0, paddingInlineStart: 20 }}>
    {lines.flatMap((line) => {
      const text = doubts[line.id];
      return text === undefined
        ? []
        : [
            <li key={line.id}>
              <Text size="sm" fw={600}>
                {line.id}（{subjectOf(line)}）
              </Text>
              <Text size="sm">{text}</Text>
              <ViewVideoLink lineId={line.id} url={downloadUrls[line.id] ?? ''} />
            </li>,
          ];
    })}
  </ul>
);

type Go = ButtonProps & { doubts: DoubtfulDelivery['doubts']; onClick: () => void };

/** Goes on in spite of doubts. What is still being read cannot be confirmed: it is tried again. */
export const GoButton = ({ doubts, ...props }: Go) =>
  isStillRead(doubts) ? (
    <Button {...props}>もう一度試す</Button>
  ) : (
    <Button color="red.8" {...props}>
      このまま納品する
    </Button>
  );

type Props = {
  groups: readonly OrderGroup[];
  doubtful: DoubtfulDelivery | undefined;
  /** Delivers it all the same, or asks again where a video is still being read. */
  onGo: (delivery: DoubtfulDelivery) => void;
  onBack: (delivery: DoubtfulDelivery) => void;
};

/** Asks before videos go out that look as if they were of other lines. Nothing was delivered or mailed so far. */
export const DeliveryDoubts = ({ groups, doubtful, onGo, onBack }: Props) => {
  // What was asked stays to be read while the window closes. The next question waits for that: a second press would answer it unread.
  const [asked, setAsked] = useState<DoubtfulDelivery>();
  if (doubtful && !asked) setAsked(doubtful);
  const { orderNumber = '', doubts = {} } = asked ?? {};
  const lines = groups.find((group) => group.orderNumber === orderNumber)?.lines ?? [];
  const back = () => asked && onBack(asked);
  return (
    <Dialog
      isOpen={asked !== undefined && asked === doubtful}
      onClose={back}
      onClosed={() => setAsked(undefined)}
      title="納品する動画の確認"
    >
      <Stack gap="lg">
        <Text>注文番号 {orderNumber} の次の動画に確認が必要な点があります。まだ納品もメールの送信もしていません。</Text>
        {asked && <DoubtList lines={lines} doubtful={asked} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={back} data-autofocus>
            戻って確認する
          </Button>
          <GoButton doubts={doubts} onClick={() => doubtful && doubtful === asked && onGo(doubtful)} />
        </Group>
      </Stack>
    </Dialog>
  );
};
