import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { type Contest, errorCatalogue, formatDateTime, type SiteStatus, type UpdateContest } from '@stagereel/contracts';
import { useRef, useState } from 'react';
import { useUpdateContest } from '../../../api/admin-contests.ts';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { FieldLabel } from '../../../components/ui/field-label.tsx';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { agreeIn } from '../../../lib/save-with-version.ts';
import { showToast } from '../../../lib/toast.ts';
import { fromTokyo, toTokyo } from '../lib/tokyo-time.ts';
import { usePublicationCheck } from '../lib/use-publication-check.ts';
import { ComingSoonField } from './coming-soon-field.tsx';
import { EditConflict } from './edit-conflict.tsx';
import { PublishQuestion } from './publish-question.tsx';

const choices = [
  { value: 'private', label: '非公開', hint: 'お客様は大会のページを開けません。' },
  { value: 'public', label: '公開', hint: '動画の販売を開始します。' },
  { value: '公開予約', label: '公開予約', hint: '指定した日時に自動で公開します。' },
] as const satisfies readonly { value: SiteStatus; label: string; hint: string }[];

/** The edited settings, and the contest when editing began. */
type Draft = { status: string; time: string; isComingSoon: boolean; seen: Contest };

const draftOf = (contest: Contest): Draft => ({
  status: contest.sitePublicStatus,
  time: contest.scheduledPublishDate ? toTokyo(contest.scheduledPublishDate) : '',
  isComingSoon: contest.isComingSoon,
  seen: contest,
});

const publicationText = ({ sitePublicStatus, scheduledPublishDate, isComingSoon }: Contest): string => {
  const label = choices.find(({ value }) => value === sitePublicStatus)?.label ?? sitePublicStatus;
  const text = scheduledPublishDate === null ? label : `${label}（${formatDateTime(scheduledPublishDate)}）`;
  return isComingSoon ? `${text}、近日販売として表示` : text;
};

/** 非公開, 公開 or 公開予約; times are Asia/Tokyo wherever the admin is. */
export const PublicationSettings = ({ contest }: { contest: Contest }) => {
  const update = useUpdateContest();
  const publication = usePublicationCheck();
  const [changed, setChanged] = useState<Draft | null>(null);
  const draft = changed ?? draftOf(contest);
  const { status, time, isComingSoon } = draft;
  const fields = ['sitePublicStatus', 'scheduledPublishDate', 'isComingSoon'] as const;
  const isOvertaken = !agreeIn({ fields, left: draft.seen, right: contest });
  const [timeError, setTimeError] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const timeField = useRef<HTMLInputElement>(null);
  const saveButton = useRef<HTMLButtonElement>(null);

  const forgetErrors = () => {
    setTimeError(null);
    setFailure(null);
  };

  const change = (part: Partial<Draft>) => {
    setChanged({ ...draft, ...part });
    forgetErrors();
  };

  const save = (seen: Contest) => {
    const isScheduled = status === '公開予約';
    const scheduledPublishDate = isScheduled ? fromTokyo(time) : null;
    if (isScheduled && (scheduledPublishDate === null || Date.parse(scheduledPublishDate) <= Date.now())) {
      setTimeError(errorCatalogue.PublishDateRequired.message);
      timeField.current?.focus();
      return;
    }
    forgetErrors();
    const sitePublicStatus = choices.find(({ value }) => value === status)?.value ?? 'private';
    const isPublic = sitePublicStatus === 'public';
    const settings = { sitePublicStatus, videoPublished: isPublic, scheduledPublishDate, isComingSoon: isComingSoon && !isPublic };
    const send = () => sendSettings({ settings, seen });
    if (isPublic && !contest.videoPublished) void publication.check(contest, send);
    else send();
  };

  const sendSettings = ({ settings, seen }: { settings: UpdateContest; seen: Contest }) =>
    update.mutate(
      { contestId: contest.id, change: settings, seen },
      {
        onSuccess: () => {
          setChanged(null);
          showToast({ title: '更新しました', message: '大会の状態を更新しました', tone: 'success' });
        },
        onError: (error) => {
          const message = `大会の更新に失敗しました: ${userMessageOf(error, 'もう一度お試しください。')}`;
          setFailure(message);
          void showToast({ title: 'エラー', message, tone: 'error' });
        },
      },
    );

  return (
    <DataCard title="公開設定">
      <Stack gap="md">
        <Radio.Group label="公開状態" value={status} onChange={(value) => change({ status: value })}>
          <Stack gap="xs" mt="xs">
            {choices.map(({ value, label, hint }) => (
              <Radio key={value} value={value} label={label} description={hint} size="md" />
            ))}
          </Stack>
        </Radio.Group>
        {status === '公開予約' && (
          <TextInput
            ref={timeField}
            type="datetime-local"
            label={<FieldLabel required>公開日時（日本時間）</FieldLabel>}
            required
            withAsterisk={false}
            min={toTokyo(new Date().toISOString())}
            maw={320}
            value={time}
            error={timeError}
            onChange={(event) => change({ time: event.currentTarget.value })}
          />
        )}
        {contest.sitePublicStatus === '公開予約' && contest.scheduledPublishDate && (
          <Text size="sm" c="dimmed">
            現在の予約：{formatDateTime(contest.scheduledPublishDate)}
          </Text>
        )}
        {status !== 'public' && (
          <ComingSoonField contest={contest} isOn={isComingSoon} onChange={(isOn) => change({ isComingSoon: isOn })} />
        )}
        <FormErrors messages={failure ? [failure] : []} />
        {isOvertaken && (
          <EditConflict
            isSaving={update.isPending}
            returnTo={saveButton}
            onTakeTheirs={() => {
              setChanged(null);
              forgetErrors();
            }}
            onKeepMine={() => save(contest)}
          >
            現在の公開状態：{publicationText(contest)}
          </EditConflict>
        )}
        <Group>
          <Button ref={saveButton} onClick={() => save(draft.seen)} loading={update.isPending || publication.isChecking}>
            保存
          </Button>
        </Group>
        <PublishQuestion {...publication} />
      </Stack>
    </DataCard>
  );
};
