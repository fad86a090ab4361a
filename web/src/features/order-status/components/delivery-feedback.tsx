import { Alert, Anchor, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { formatDateTime, MAX_PROBLEM_LENGTH, type OrderStatusPage } from '@stagereel/contracts';
import { IconAlertCircle, IconCheck, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useReportDelivery } from '../../../api/order-status.ts';
import { shopInfoQuery } from '../../../api/shop.ts';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { FieldLabel } from '../../../components/ui/field-label.tsx';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { mailtoHref } from '../../../lib/mail-links.ts';
import { type ProblemDraft, useProblemDraft } from '../lib/use-problem-draft.ts';

/** On the narrowest phones the label takes two lines. */
const tall = { h: 'auto', mih: 48, px: 'sm', py: 'xs', styles: { label: { whiteSpace: 'normal' } } } as const;

type Feedback = NonNullable<OrderStatusPage['feedback']>;
type Reporting = ReturnType<typeof useReportDelivery>;

/** The address for everything that cannot wait; nothing while the seller is unknown. */
const ShopAddress = ({ orderNumber }: { orderNumber: string }) => {
  const { data } = useQuery(shopInfoQuery());
  if (!data) return null;
  const { email } = data.seller;
  return (
    <>
      お急ぎの場合は{' '}
      <Anchor href={mailtoHref({ to: email, subject: `お届けした動画について（注文番号 ${orderNumber}）`, lines: [] })} inherit>
        {email}
      </Anchor>{' '}
      へご連絡ください。
    </>
  );
};

type FormProps = { draft: ProblemDraft; orderNumber: string; reporting: Reporting; onDone: () => void; onCancelled: () => void };

const ProblemForm = ({ draft, orderNumber, reporting, onDone, onCancelled }: FormProps) => {
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const text = draft.text.trim();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text === '') {
      setProblem('問題の内容を入力してください。');
      return field.current?.focus();
    }
    reporting.mutate(
      { kind: 'problems', key: draft.key, text },
      {
        onSuccess: () => {
          draft.remove();
          onDone();
        },
      },
    );
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Textarea
          ref={field}
          autoFocus
          label={<FieldLabel required>どのような問題ですか</FieldLabel>}
          description={`例：横動画が途中で止まる、別の選手の動画が届いた、など（${MAX_PROBLEM_LENGTH.toLocaleString('ja-JP')}文字まで）`}
          required
          withAsterisk={false}
          autosize
          minRows={4}
          maxRows={14}
          maxLength={MAX_PROBLEM_LENGTH}
          value={draft.text}
          error={problem}
          onChange={(event) => {
            draft.setText(event.currentTarget.value);
            setProblem(null);
          }}
        />
        <Text size="sm" c="dimmed">
          担当者が内容を確認し、ご注文時のメールアドレスにお返事します。クレジットカードの番号などは書かないでください。
          <ShopAddress orderNumber={orderNumber} />
        </Text>
        {reporting.isError && reporting.variables.kind === 'problems' && (
          <FormErrors
            messages={[userMessageOf(reporting.error, '送信できませんでした。入力した内容は残っています。もう一度お試しください。')]}
          />
        )}
        <Group gap="sm">
          <Button type="submit" loading={reporting.isPending}>
            送信する
          </Button>
          <Button variant="default" onClick={onCancelled}>
            やめる
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

const ProblemState = ({ problem, orderNumber }: { problem: NonNullable<Feedback['problem']>; orderNumber: string }) =>
  problem.isClosed ? (
    <Alert role="note" color="teal" variant="light" icon={<IconCircleCheck aria-hidden />} title="ご連絡いただいた件の対応が終わりました">
      {formatDateTime(problem.reportedAt)}にいただいたご連絡です。解決していない場合は、もう一度お知らせください。
    </Alert>
  ) : (
    <Alert role="note" color="blue" variant="light" icon={<IconAlertCircle aria-hidden />} title="問題のご連絡を受け付けました">
      <Text>
        {formatDateTime(problem.reportedAt)}に受け付けました。担当者が内容を確認し、ご注文時のメールアドレスにお返事します。
        <ShopAddress orderNumber={orderNumber} />
      </Text>
    </Alert>
  );

type Props = { page: OrderStatusPage; statusPath: string };

/** Lets the customer confirm a delivery or report a problem with it; nothing if the shop does not ask. */
export const DeliveryFeedback = ({ page: { feedback, deliveredAt, orderNumber }, statusPath }: Props) => {
  const reporting = useReportDelivery(statusPath);
  const draft = useProblemDraft(statusPath);
  const [isWriting, setIsWriting] = useState(draft.text !== '');
  const state = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  if (!feedback || deliveredAt === null) return null;

  const { receivedAt, videos, problem } = feedback;
  // The pressed button disappears, so the focus moves to what replaces it.
  const focusState = () => setTimeout(() => state.current?.focus());

  return (
    <DataCard title="お受け取りの確認">
      <Stack gap="md">
        <Stack ref={state} tabIndex={-1} gap="md" role="status">
          {receivedAt !== null && (
            <Alert
              role="note"
              color="teal"
              variant="light"
              icon={<IconCircleCheck aria-hidden />}
              title="お受け取りのご連絡をいただきました"
            >
              {formatDateTime(receivedAt)}に受け付けました。ありがとうございました。
            </Alert>
          )}
          {problem !== null && <ProblemState problem={problem} orderNumber={orderNumber} />}
          {receivedAt === null && problem === null && <Text>動画は届きましたか。お困りのことがあれば、お知らせください。</Text>}
        </Stack>
        {reporting.isError && reporting.variables.kind === 'received' && (
          <FormErrors messages={[userMessageOf(reporting.error, '送信できませんでした。もう一度お試しください。')]} />
        )}
        {isWriting ? (
          <ProblemForm
            draft={draft}
            orderNumber={orderNumber}
            reporting={reporting}
            onDone={() => {
              setIsWriting(false);
              focusState();
            }}
            onCancelled={() => {
              draft.remove();
              setIsWriting(false);
              setTimeout(() => opener.current?.focus());
            }}
          />
        ) : (
          <Group gap="sm">
            {receivedAt === null && (
              <Button
                {...tall}
                leftSection={<IconCheck size={18} aria-hidden />}
                loading={reporting.isPending}
                onClick={() => reporting.mutate({ kind: 'received', deliveredAt, videos }, { onSuccess: focusState })}
              >
                届きました
              </Button>
            )}
            <Button ref={opener} {...tall} variant="default" onClick={() => setIsWriting(true)}>
              {problem === null ? '問題があります' : 'ほかにも問題があります'}
            </Button>
          </Group>
        )}
      </Stack>
    </DataCard>
  );
};
