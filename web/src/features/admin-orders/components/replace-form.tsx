import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { type AdminLine, isFootagePending } from '@stagereel/contracts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { keepImeEnter } from '../../../lib/ime.ts';
import { doubtsOf } from '../lib/delivery-doubts.ts';
import { downloadUrlError } from '../lib/download-url.ts';
import { ActFailure } from './act-failure.tsx';
import { LineVideo } from './line-video.tsx';
import { actKey, type OrderActs } from './use-order-acts.ts';

const problems = { none: '新しい動画のURLを入力するか、動画をアップロードしてください。', same: '現在と同じ動画です。' };

const problemOf = ({ url, line }: { url: string; line: AdminLine }): string | null => {
  if (url === '') return problems.none;
  return url === line.videoDownloadUrl ? problems.same : downloadUrlError(url);
};

const doubtOf = ({ error, url, line }: { error: Error; url: string; line: AdminLine }) => {
  const text = doubtsOf(error)?.[line.id];
  return text === undefined ? null : { url, text };
};

const SEND = '差し替えてお客様に知らせる';
const SEND_ANYWAY = 'このまま差し替える';

/** What is still being read cannot be confirmed: it is asked about again. */
const wayOn = (doubt: string): string =>
  isFootagePending(doubt)
    ? `確認が終わるころに、もう一度「${SEND}」を押してください。`
    : `このままでよければ「${SEND_ANYWAY}」を押してください。違う動画の場合は、正しい動画を選び直してください。`;

const DoubtAlert = ({ text }: { text: string }) => (
  <Alert color="orange" variant="light" role="alert" icon={<IconAlertTriangle aria-hidden />} title="差し替える前に確認してください。">
    <Stack gap="xs">
      <Text>{text}</Text>
      <Text>動画はまだ差し替えていません。{wayOn(text)}</Text>
    </Stack>
  </Alert>
);

type Props = { line: AdminLine; acts: OrderActs; onClose: () => void };

/** Asks for the video that is to stand in the place of a delivered one, says what that does, and asks again where the server has doubts. */
export const ReplaceForm = ({ line, acts, onClose }: Props) => {
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [doubt, setDoubt] = useState<{ url: string; text: string } | null>(null);
  const url = acts.urlOf(line.id);
  const told = doubt !== null && doubt.url === url.trim() ? doubt.text : null;
  const isConfirmation = told !== null && !isFootagePending(told);
  const key = actKey({ kind: 'replace', lineId: line.id });
  const focusField = useCallback(() => form.current?.querySelector<HTMLInputElement>(`input[name="${line.id}"]`)?.focus(), [line.id]);
  // Only what was opened by a press takes the focus; a video that has arrived meanwhile leaves it where it is.
  const [isFresh] = useState(url === '');
  useEffect(() => {
    if (isFresh) focusField();
  }, [isFresh, focusField]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = problemOf({ url: url.trim(), line });
    setProblem(wrong);
    if (wrong !== null) return focusField();
    const sent = url.trim();
    // Said anew, it is heard anew.
    setDoubt(null);
    acts.run(
      { kind: 'replace', lineId: line.id, url: sent, confirmedDoubts: isConfirmation ? { [line.id]: told } : {} },
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
              acts.typeUrl(line.id, typed);
            }}
          />
          <ActFailure acts={acts} actKey={key} />
          {told !== null && <DoubtAlert text={told} />}
          <Group gap="sm">
            <Button
              type="submit"
              size="sm"
              h={44}
              loading={acts.isRunning(key)}
              disabled={acts.isBusy}
              {...(isConfirmation && { color: 'red.8' })}
            >
              {isConfirmation ? SEND_ANYWAY : SEND}
            </Button>
            <Button
              variant="default"
              size="sm"
              h={44}
              onClick={() => {
                acts.typeUrl(line.id, '');
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
