import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { AdminLine } from '@stagereel/contracts';
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

type Props = { line: AdminLine; acts: OrderActs; onClose: () => void };

/** Asks for the video that is to stand in the place of a delivered one, says what that does, and asks again where the server has doubts. */
export const ReplaceForm = ({ line, acts, onClose }: Props) => {
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [doubt, setDoubt] = useState<{ url: string; text: string } | null>(null);
  const url = acts.urlOf(line.id);
  const isDoubted = doubt !== null && doubt.url === url.trim();
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
    acts.run(
      { kind: 'replace', lineId: line.id, url: sent, isConfirmed: isDoubted },
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
          {isDoubted && <Text fw={700}>{doubt.text}</Text>}
          <Group gap="sm">
            <Button type="submit" size="sm" h={44} loading={acts.isRunning(key)} {...(isDoubted && { color: 'red.8' })}>
              {isDoubted ? 'このまま差し替える' : '差し替えてお客様に知らせる'}
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
