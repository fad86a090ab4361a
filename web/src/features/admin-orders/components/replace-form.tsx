import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { type AdminLine, isFootagePending } from '@stagereel/contracts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { deliveryDoubtsIn } from '../../../components/admin-order/delivery-doubts.ts';
import { downloadUrlError } from '../../../components/admin-order/download-url.ts';
import { keepImeEnter } from '../../../lib/ime.ts';
import { ActionFailure } from './action-button.tsx';
import { LineVideo } from './line-video.tsx';
import { actionKey, type OrderDetailActions } from './use-order-detail-actions.ts';

const problems = { none: '新しい動画のURLを入力するか、動画をアップロードしてください。', same: '現在と同じ動画です。' };

const urlProblem = ({ url, line }: { url: string; line: AdminLine }): string | null => {
  if (url === '') return problems.none;
  return url === line.videoDownloadUrl ? problems.same : downloadUrlError(url);
};

const doubtOf = ({ error, url, line }: { error: Error; url: string; line: AdminLine }) => {
  const text = deliveryDoubtsIn(error)?.[line.id];
  return text === undefined ? null : { url, text };
};

const SEND = '差し替えてお客様に知らせる';
const SEND_ANYWAY = 'このまま差し替える';

/** What the admin can do about a doubt. While the server still analyses the new video, the admin cannot confirm, only submit again later. */
const instruction = (doubt: string): string =>
  isFootagePending(doubt)
    ? `確認が終わるころに、もう一度「${SEND}」を押してください。`
    : `このままでよければ「${SEND_ANYWAY}」を押してください。違う動画の場合は、正しい動画を選び直してください。`;

const DoubtAlert = ({ text }: { text: string }) => (
  <Alert color="orange" variant="light" role="alert" icon={<IconAlertTriangle aria-hidden />} title="差し替える前に確認してください。">
    <Stack gap="xs">
      <Text>{text}</Text>
      <Text>動画はまだ差し替えていません。{instruction(text)}</Text>
    </Stack>
  </Alert>
);

type Props = { line: AdminLine; actions: OrderDetailActions; onClose: () => void };

/** Replaces a delivered video. Delivery doubts of the server must be confirmed first. */
export const ReplaceForm = ({ line, actions, onClose }: Props) => {
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [doubt, setDoubt] = useState<{ url: string; text: string } | null>(null);
  const url = actions.urlOf(line.id);
  const doubtText = doubt !== null && doubt.url === url.trim() ? doubt.text : null;
  const isConfirmation = doubtText !== null && !isFootagePending(doubtText);
  const key = actionKey({ kind: 'replace', lineId: line.id });
  const focusField = useCallback(() => form.current?.querySelector<HTMLInputElement>(`input[name="${line.id}"]`)?.focus(), [line.id]);
  // A form that was restored for an uploaded video does not take the focus, because the admin did not open it just now.
  const [takesFocus] = useState(url === '');
  useEffect(() => {
    if (takesFocus) focusField();
  }, [takesFocus, focusField]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const sent = url.trim();
    const found = urlProblem({ url: sent, line });
    setProblem(found);
    if (found !== null) return focusField();
    // Unmounted, so that screen readers announce the same doubt again.
    setDoubt(null);
    actions.run(
      { kind: 'replace', lineId: line.id, url: sent, confirmedDoubts: isConfirmation ? { [line.id]: doubtText } : {} },
      { onDone: onClose, onFailed: (error) => setDoubt(doubtOf({ error, url: sent, line })) },
    );
  };

  return (
    <Paper withBorder radius="md" p="md" role="group" aria-label={`${line.orderNumber} の動画を差し替える`}>
      <form ref={form} onSubmit={submit} onKeyDown={keepImeEnter} noValidate>
        <Stack gap="sm">
          <Text fw={700}>どの動画に差し替えますか？</Text>
          <Text>
            差し替えると、お客様にメールでお知らせします。お客様は、すでにダウンロードした場合でも、新しい動画をもう一度ダウンロードできます。
          </Text>
          <LineVideo
            line={line}
            url={url}
            {...(problem !== null && { error: problem })}
            onChange={(typed) => {
              setProblem(null);
              actions.setUrl(line.id, typed);
            }}
          />
          <ActionFailure actions={actions} actionKey={key} />
          {doubtText !== null && <DoubtAlert text={doubtText} />}
          <Group gap="sm">
            <Button
              type="submit"
              size="sm"
              h={44}
              loading={actions.isPending(key)}
              disabled={actions.isBusy}
              {...(isConfirmation && { color: 'red.8' })}
            >
              {isConfirmation ? SEND_ANYWAY : SEND}
            </Button>
            <Button
              variant="default"
              size="sm"
              h={44}
              onClick={() => {
                actions.setUrl(line.id, '');
                onClose();
              }}
            >
              キャンセル
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
};
