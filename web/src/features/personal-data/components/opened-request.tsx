import { Button, Stack, Text } from '@mantine/core';
import { formatDateTime, type OpenedPersonalData } from '@stagereel/contracts';
import { IconCircleCheck, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { openedPersonalDataQuery, useErasePersonalData, useExportPersonalData } from '../../../api/personal-data.ts';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { FocusedAlert } from '../../../components/ui/focused-alert.tsx';
import { FormPage } from '../../../components/ui/form-page.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { paths } from '../../../config/paths.ts';
import { ApiError, userMessageOf } from '../../../lib/api-error.ts';
import { ErasureFacts } from './erasure-facts.tsx';

const TRY_AGAIN = 'しばらくしてからもう一度お試しください。';
const titles = { export: '個人情報の開示', erasure: '個人情報の消去' } as const;

/** The link can be used no more: trying again does not help. */
const isOver = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'PersonalDataLinkInvalid' || error.code === 'PersonalDataLinkExpired');

const AskAgain = () => (
  <Button component={Link} to={paths.personalData.to()} fullWidth>
    もう一度申し込む
  </Button>
);

const Failure = ({ title, error }: { title: string; error: unknown }) => (
  <Stack gap="md">
    <ErrorPanel title={title}>{userMessageOf(error, TRY_AGAIN)}</ErrorPanel>
    {isOver(error) && <AskAgain />}
  </Stack>
);

type StepProps = { token: string; request: OpenedPersonalData; onDone: () => void };

const AddressAndExpiry = ({ request: { email, expiresAt } }: Pick<StepProps, 'request'>) => (
  <Stack gap={4}>
    <Text>
      メールアドレス：
      <Text span inherit fw={700} style={{ overflowWrap: 'anywhere' }}>
        {email}
      </Text>
    </Text>
    <Text size="sm" c="dimmed">
      リンクの有効期限：{formatDateTime(expiresAt)}
    </Text>
  </Stack>
);

const ExportStep = ({ token, request, onDone }: StepProps) => {
  const { mutate, isPending, error } = useExportPersonalData();
  return (
    <Stack gap="lg">
      <AddressAndExpiry request={request} />
      <Text>
        このメールアドレスについて保存している情報の一覧を、ファイル（JSON形式）で保存します。リンクは1回だけ使えます。ファイルにはお名前やご注文の内容が含まれるため、ほかの方と共用の端末では保存しないでください。
      </Text>
      {error && <Failure title="ファイルを保存できませんでした" error={error} />}
      <Button
        fullWidth
        leftSection={<IconDownload size={20} aria-hidden />}
        loading={isPending}
        onClick={() => mutate(token, { onSuccess: onDone })}
      >
        ファイルを保存する
      </Button>
    </Stack>
  );
};

const ErasureStep = ({ token, request, onDone }: StepProps) => {
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, error } = useErasePersonalData();
  return (
    <Stack gap="lg">
      <AddressAndExpiry request={request} />
      <ErasureFacts />
      <Text>まだお届けしていない動画は、これまでどおりお届けします。ダウンロードページと領収書も、そのままお使いいただけます。</Text>
      {error && <Failure title="消去できませんでした" error={error} />}
      {isAsking ? (
        <FocusedAlert color="red" title="個人情報を消去しますか？">
          <Stack gap="md">
            <Text>
              <Text span inherit fw={700} style={{ overflowWrap: 'anywhere' }}>
                {request.email}
              </Text>{' '}
              についての情報を消去します。{request.hasAccount && '会員アカウントも削除され、購入履歴を表示できなくなります。'}
              この操作は取り消せません。
            </Text>
            <Button color="red.8" loading={isPending} onClick={() => mutate(token, { onSuccess: onDone })}>
              消去する
            </Button>
            <Button variant="default" disabled={isPending} onClick={() => setAsking(false)}>
              キャンセル
            </Button>
          </Stack>
        </FocusedAlert>
      ) : (
        <Button color="red.8" variant="outline" fullWidth onClick={() => setAsking(true)}>
          個人情報を消去する
        </Button>
      )}
    </Stack>
  );
};

const doneTexts: Readonly<Record<OpenedPersonalData['kind'], { title: string; body: ReactNode }>> = {
  export: {
    title: 'ファイルを保存しました',
    body: '保存したファイルは、お使いの端末の「ダウンロード」にあります。もう一度必要な場合は、新しいリンクをお申し込みください。',
  },
  erasure: {
    title: '個人情報の消去を受け付けました',
    body: '消去は、通常は数分以内に完了します。お支払い済みのご注文の動画は、これまでどおりお届けします。ご利用ありがとうございました。',
  },
};

/** The page of a mailed link. Opening it changes nothing, because mail scanners open links too. */
export const OpenedRequest = ({ token }: { token: string }) => {
  const [done, setDone] = useState<OpenedPersonalData['kind'] | null>(null);
  const { data, isPending, isError, error, refetch, isFetching } = useQuery({ ...openedPersonalDataQuery(token), enabled: done === null });

  if (done !== null) {
    const { title, body } = doneTexts[done];
    return (
      <FormPage key="done" title={title} icon={IconCircleCheck} isNextStep>
        <Text>{body}</Text>
        <Button component={Link} to={paths.home.to()} variant="default" fullWidth>
          ホームに戻る
        </Button>
      </FormPage>
    );
  }
  if (isError) {
    return (
      <FormPage key="error" title="お手続きを開けませんでした">
        <ErrorPanel title="リンクを確認できませんでした" {...(!isOver(error) && { onRetry: () => void refetch(), isRetrying: isFetching })}>
          {userMessageOf(error, TRY_AGAIN)}
        </ErrorPanel>
        {isOver(error) && <AskAgain />}
      </FormPage>
    );
  }
  if (isPending) return <LoadingText />;
  const Step = data.kind === 'export' ? ExportStep : ErasureStep;
  return (
    <FormPage key="step" title={titles[data.kind]}>
      <Step token={token} request={data} onDone={() => setDone(data.kind)} />
    </FormPage>
  );
};
