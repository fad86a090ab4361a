import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { CodeFields } from '../../../components/ui/code-fields.tsx';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { MailHelp } from '../../../components/ui/mail-help.tsx';
import { useCodeEntry } from '../../../components/ui/use-code-entry.ts';
import { NetworkError, userMessageOf } from '../../../lib/api-error.ts';
import { resendEmailCode, verifyEmailCode } from '../../../lib/email-code.ts';
import { isCodeAlive, isCodeAlreadySent, withCodeSent, withEarlierCode } from '../../../lib/resend-wait.ts';
import type { CustomerData } from '../../../lib/storage.ts';
import { savedData } from '../../../lib/storage.ts';
import { showToast } from '../../../lib/toast.ts';

const CODE_INCOMPLETE = '6桁のコードを入力してください';
const CODE_REFUSED = '認証コードが無効です';

type Props = { initialCustomer: CustomerData; onBack: () => void; onVerified: () => void };

/** The mailed code, typed or pasted; proves the address. */
export const CodeStep = ({ initialCustomer, onBack, onVerified }: Props) => {
  const [customer, setCustomer] = useState(initialCustomer);
  const entry = useCodeEntry();
  const verify = useMutation({ mutationFn: verifyEmailCode });
  const resend = useMutation({ mutationFn: resendEmailCode });
  const isSent = isCodeAlive(customer, Date.now());

  const save = (next: CustomerData) => {
    savedData.write('customerData', next);
    setCustomer(next);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (verify.isPending) return;
    if (!entry.isComplete) return entry.refuse(CODE_INCOMPLETE);
    entry.forgive();
    verify.mutate(
      { email: customer.email, code: entry.code },
      {
        onSuccess: ({ expiresAt }) => {
          save({ ...customer, provenUntil: Date.parse(expiresAt), codeSentAt: null });
          onVerified();
        },
        onError: (error) => {
          // Without an answer the code may well be right.
          if (!(error instanceof NetworkError)) entry.clear();
          entry.refuse(userMessageOf(error, CODE_REFUSED));
        },
      },
    );
  };

  const sendAgain = () => {
    entry.forgive();
    resend.mutate(customer.email, {
      onSuccess: (sent) => {
        save(withCodeSent(customer, sent, Date.now()));
        entry.clear();
        void showToast({ message: '認証コードを送信しました。', tone: 'success' });
      },
      onError: (error) => {
        if (isCodeAlreadySent(error)) save(withEarlierCode(customer, error, Date.now()));
      },
    });
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <DataCard>
          <Stack gap="lg">
            {isSent ? (
              <Text>
                <strong>{customer.email}</strong> に6桁の認証コードを送信しました。メールに記載されたコードを入力してください。
              </Text>
            ) : (
              <Alert role="note" icon={<IconMail aria-hidden />} variant="light">
                <strong>{customer.email}</strong> の認証が必要です。下のボタンから認証コードを取得してください。
              </Alert>
            )}
            <CodeFields
              entry={entry}
              isChecking={verify.isPending}
              resend={{ at: customer.resendAt, send: sendAgain, isPending: resend.isPending, error: resend.error }}
            />
            <MailHelp />
          </Stack>
        </DataCard>
        <Group justify="space-between" gap="sm">
          <Button variant="default" onClick={onBack}>
            戻る
          </Button>
          <Button type="submit" loading={verify.isPending}>
            認証して支払いへ進む
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
