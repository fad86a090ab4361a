import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { HONORIFICS, type IssueReceipt, type ReceiptPageData } from '@stagereel/contracts';
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react';
import { useIssueReceipt } from '../../../api/receipts.ts';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { FieldLabel } from '../../../components/ui/field-label.tsx';
import { ApiError, userMessageOf } from '../../../lib/api-error.ts';
import { keepImeEnter } from '../../../lib/ime.ts';
import { randomUuid } from '../../../lib/random-id.ts';
import { useCheckedForm } from '../../../lib/use-checked-form.ts';
import { receiptFailureOf } from '../lib/receipt-failure.ts';
import { honorificOf, initialValues, RECEIPT_FIELDS, type ReceiptValues, receiptProblems, receiptToRequest } from '../lib/receipt-form.ts';
import { addresseeLine, hasHonorific } from '../lib/receipt-paper.ts';
import styles from './receipt-form.module.css';
import { VerifyAddress } from './verify-address.tsx';

/** Loaded after the page, which renders without it. */
const ConfirmDialog = lazy(async () => ({ default: (await import('../../../components/ui/confirm-dialog.tsx')).ConfirmDialog }));

/** The maximum lengths of the contract. */
const MAX_LENGTH = 100;

type HonorificChoiceProps = { values: ReceiptValues; onChange: (changes: Pick<ReceiptValues, 'honorific'>) => void };

/** 様 or 御中, and how the addressee is printed. An honorific that the customer typed needs no other one. */
const HonorificChoice = ({ values, onChange }: HonorificChoiceProps) => {
  const addressee = values.addressee.trim();
  const honorific = honorificOf(values);
  return (
    <div>
      {!hasHonorific(addressee) && (
        <fieldset className={styles.honorifics}>
          <legend>敬称</legend>
          {HONORIFICS.map((option) => (
            <label key={option} className={styles.option}>
              <input type="radio" name="honorific" checked={option === honorific} onChange={() => onChange({ honorific: option })} />
              {option}
            </label>
          ))}
        </fieldset>
      )}
      {addressee !== '' && (
        <Text size="sm" mt="xs" className={styles.line}>
          領収書の記載：<strong>{addresseeLine({ addressee, honorific })}</strong>
        </Text>
      )}
    </div>
  );
};

type Props = { path: string; state: ReceiptPageData; onIssued: () => void; onCancel: (() => void) | null };

/** The form for a receipt's addressee and purpose. Every receipt after the first is marked as a reissue, so it needs a confirmation. */
export const ReceiptForm = ({ path, state, onIssued, onCancel }: Props) => {
  const form = useCheckedForm({ opening: () => initialValues(state), fields: RECEIPT_FIELDS, problemsOf: receiptProblems });
  const [isAsking, setAsking] = useState(false);
  const unanswered = useRef<IssueReceipt | null>(null);
  const issue = useIssueReceipt(path);
  const isReissue = state.isIssued;

  const send = () => {
    if (issue.isPending) return;
    unanswered.current = receiptToRequest({ values: form.values, unanswered: unanswered.current, newKey: randomUuid });
    issue.mutate(unanswered.current, {
      onSuccess: onIssued,
      onError: (error) => error instanceof ApiError && form.refuse(error.fields),
    });
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.check()) return;
    if (isReissue) setAsking(true);
    else send();
  };

  const isUnproven = issue.isError && receiptFailureOf(issue.error) === 'unproven';
  return (
    <>
      <DataCard title={isReissue ? '領収書の再発行' : '領収書の記載内容'} className="screen-only">
        <form onSubmit={submit} onKeyDown={keepImeEnter} noValidate>
          <Stack gap="md">
            <TextInput
              ref={form.inputRef('addressee')}
              label={<FieldLabel required>宛名</FieldLabel>}
              description={state.customerName === null ? 'お名前または会社名を入力してください。' : '会社名などに変更できます。'}
              autoComplete="off"
              maxLength={MAX_LENGTH}
              required
              withAsterisk={false}
              value={form.values.addressee}
              onChange={(event) => form.set({ addressee: event.currentTarget.value })}
              error={form.errors.addressee}
            />
            <HonorificChoice values={form.values} onChange={form.set} />
            <TextInput
              ref={form.inputRef('proviso')}
              label={<FieldLabel required>但し書き</FieldLabel>}
              description="「〜として」の形で入力してください。"
              autoComplete="off"
              maxLength={MAX_LENGTH}
              required
              withAsterisk={false}
              value={form.values.proviso}
              onChange={(event) => form.set({ proviso: event.currentTarget.value })}
              error={form.errors.proviso}
            />
            {issue.isError && !isUnproven && (
              <ErrorPanel title="領収書を発行できませんでした">
                {userMessageOf(issue.error, 'しばらくしてからもう一度お試しください。')}
              </ErrorPanel>
            )}
            <Group gap="sm" justify={onCancel ? 'space-between' : 'flex-start'}>
              {onCancel && (
                <Button variant="default" onClick={onCancel}>
                  キャンセル
                </Button>
              )}
              <Button type="submit" loading={issue.isPending}>
                {isReissue ? '再発行する' : '発行する'}
              </Button>
            </Group>
          </Stack>
        </form>
        <Suspense>
          <ConfirmDialog
            isOpen={isAsking}
            title="領収書を再発行しますか？"
            confirmLabel="再発行する"
            isDestructive={false}
            onConfirm={send}
            onClose={() => setAsking(false)}
          >
            新しい領収書には「再発行」と記載されます。発行済みの領収書と重複して使用しないでください。
          </ConfirmDialog>
        </Suspense>
      </DataCard>
      {isUnproven && <VerifyAddress lead="メールアドレスの認証の有効期限が切れました。もう一度認証してください。" isNews onProven={send} />}
    </>
  );
};
