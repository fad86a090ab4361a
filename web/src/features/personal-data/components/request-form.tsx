import { Button, Radio, Stack, Text } from '@mantine/core';
import { MINUTE, normaliseEmail, PERSONAL_DATA_LINK_SECONDS, type PersonalDataKind } from '@stagereel/contracts';
import type { FormEvent } from 'react';
import { type PersonalDataForm, useRequestPersonalData } from '../../../api/personal-data.ts';
import { EmailField } from '../../../components/ui/account-fields.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import radioStyles from '../../../components/ui/touch-checkbox.module.css';
import { ApiError, userMessageOf } from '../../../lib/api-error.ts';
import { emailProblem, withoutEmpty } from '../../../lib/form-rules.ts';
import { useCheckedForm } from '../../../lib/use-checked-form.ts';

const kinds: readonly { kind: PersonalDataKind; label: string; description: string }[] = [
  { kind: 'export', label: '開示', description: '保存されている情報の一覧を、ファイルで受け取ります。' },
  { kind: 'erasure', label: '消去', description: '法令で保存が必要なものを除き、保存されている情報を消去します。' },
];

const problemsOf = ({ email }: PersonalDataForm) => withoutEmpty({ email: emailProblem(email) });

/** The same text whether anything is stored about the address or not. */
export const RequestSent = ({ form: { email }, message, onAgain }: { form: PersonalDataForm; message: string; onAgain: () => void }) => (
  <Stack gap="lg">
    <Text>{message}</Text>
    <Text>
      送信先：
      <Text span inherit fw={700} style={{ overflowWrap: 'anywhere' }}>
        {email}
      </Text>
    </Text>
    <Text size="sm" c="dimmed">
      リンクの有効期限は{PERSONAL_DATA_LINK_SECONDS / MINUTE}分間です。メールが届かないときは、迷惑メールフォルダもご確認ください。
    </Text>
    <Button variant="default" onClick={onAgain}>
      もう一度申し込む
    </Button>
  </Stack>
);

type Props = { opening: PersonalDataForm; onSent: (sent: { form: PersonalDataForm; message: string }) => void };

/** Asks for the data about an address, or for its erasure. A mailed link proves that the visitor owns the address. */
export const RequestForm = ({ opening, onSent }: Props) => {
  const form = useCheckedForm<PersonalDataForm, 'email'>({ opening: () => opening, fields: ['email'], problemsOf });
  const request = useRequestPersonalData();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.check()) return;
    const sent = { ...form.values, email: normaliseEmail(form.values.email) };
    request.mutate(sent, {
      onSuccess: ({ message }) => onSent({ form: sent, message }),
      onError: (error) => error instanceof ApiError && form.refuse(error.fields),
    });
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <Radio.Group
          label="お手続き"
          value={form.values.kind}
          onChange={(value) => form.set({ kind: value === 'erasure' ? 'erasure' : 'export' })}
        >
          <Stack gap={4} pt={4}>
            {kinds.map(({ kind, label, description }) => (
              <Radio key={kind} value={kind} label={label} description={description} size="md" classNames={radioStyles} />
            ))}
          </Stack>
        </Radio.Group>
        <EmailField
          ref={form.inputRef('email')}
          description="会員登録またはご注文のときのメールアドレスです。ご本人であることを、このアドレスへのメールで確認します。"
          value={form.values.email}
          onChange={(event) => form.set({ email: event.currentTarget.value })}
          error={form.errors.email}
        />
        {request.isError && (
          <ErrorPanel title="申し込めませんでした">{userMessageOf(request.error, 'しばらくしてからもう一度お試しください。')}</ErrorPanel>
        )}
        <Button type="submit" fullWidth loading={request.isPending}>
          確認のメールを受け取る
        </Button>
      </Stack>
    </form>
  );
};
