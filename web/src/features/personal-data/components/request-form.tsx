import { Button, List, Stack, Text } from '@mantine/core';
import { MINUTE, normaliseEmail, PERSONAL_DATA_LINK_SECONDS, type PersonalDataKind } from '@stagereel/contracts';
import type { FormEvent } from 'react';
import { type PersonalDataForm, useRequestPersonalData } from '../../../api/personal-data.ts';
import { EmailField } from '../../../components/ui/account-fields.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { ApiError, userMessageOf } from '../../../lib/api-error.ts';
import { emailProblem, withoutEmpty } from '../../../lib/form-rules.ts';
import { useCheckedForm } from '../../../lib/use-checked-form.ts';

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

  const send = (kind: PersonalDataKind) => {
    if (!form.check()) return;
    const sent = { kind, email: normaliseEmail(form.values.email) };
    request.mutate(sent, {
      onSuccess: ({ message }) => onSent({ form: sent, message }),
      onError: (error) => error instanceof ApiError && form.refuse(error.fields),
    });
  };
  const isSending = (kind: PersonalDataKind): boolean => request.isPending && request.variables.kind === kind;

  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send('export');
      }}
      noValidate
    >
      <Stack gap="lg">
        <List spacing={6}>
          <List.Item>開示：保存されている情報の一覧を、ファイルで受け取ります。</List.Item>
          <List.Item>消去：法令で保存が必要なものを除き、保存されている情報を消去します（退会を含みます）。</List.Item>
        </List>
        <EmailField
          ref={form.inputRef('email')}
          description="会員登録またはご注文のときのメールアドレスです。ご本人であることを、このアドレスへのメールで確認します。この画面では、まだ何も消去されません。"
          value={form.values.email}
          onChange={(event) => form.set({ email: event.currentTarget.value })}
          error={form.errors.email}
        />
        {request.isError && (
          <ErrorPanel title="申し込めませんでした">{userMessageOf(request.error, 'しばらくしてからもう一度お試しください。')}</ErrorPanel>
        )}
        <Stack gap="sm">
          <Button type="submit" fullWidth loading={isSending('export')}>
            開示を申し込む
          </Button>
          <Button variant="default" fullWidth loading={isSending('erasure')} onClick={() => send('erasure')}>
            消去を申し込む
          </Button>
        </Stack>
      </Stack>
    </form>
  );
};
