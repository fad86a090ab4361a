import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { AdminLine } from '@stagereel/contracts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { keepImeEnter } from '../../../lib/ime.ts';
import { downloadUrlError } from '../lib/download-url.ts';
import { LineVideo } from './line-video.tsx';
import { actKey, type OrderActs } from './use-order-acts.ts';

const SAME_VIDEO = '現在と同じ動画です。';

type Props = { line: AdminLine; acts: OrderActs; onClose: () => void };

/** Asks for the video that is to stand in the place of a delivered one, and says what that does. */
export const ReplaceForm = ({ line, acts, onClose }: Props) => {
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const url = acts.urlOf(line.id);
  const key = actKey({ kind: 'replace', lineId: line.id });
  const failure = acts.failureAt(key);
  const focusField = () => form.current?.querySelector<HTMLInputElement>(`input[name="${line.id}"]`)?.focus();
  // Only what was opened by a press takes the focus; a video that has arrived meanwhile leaves it where it is.
  const [isFresh] = useState(url === '');
  useEffect(() => {
    if (isFresh) form.current?.querySelector<HTMLInputElement>('input')?.focus();
  }, [isFresh]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = downloadUrlError(url) ?? (url.trim() === line.videoDownloadUrl ? SAME_VIDEO : null);
    setProblem(wrong);
    if (wrong !== null) return focusField();
    acts.run({ kind: 'replace', lineId: line.id, url: url.trim() }, { onDone: onClose });
  };

  return (
    <Alert color="blue" variant="light" role="group" aria-label={`${line.orderNumber} の動画を差し替える`}>
      <form ref={form} onSubmit={submit} onKeyDown={keepImeEnter} noValidate>
        <Stack gap="sm">
          <Text fw={700}>新しい動画のURLを入力するか、動画をアップロードしてください。</Text>
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
          {failure !== null && <FormErrors messages={[failure]} />}
          <Group gap="sm">
            <Button type="submit" size="sm" h={44} loading={acts.isRunning(key)}>
              差し替えてお客様に知らせる
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
    </Alert>
  );
};
