import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import type { FormEvent } from 'react';
import { useState } from 'react';
import type { CodeBoxes } from '../../../components/ui/code-boxes.ts';
import { codeOf, EMPTY_BOXES, isComplete } from '../../../components/ui/code-boxes.ts';
import { CodeInput } from '../../../components/ui/code-input.tsx';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import type { CustomerData } from '../../../lib/storage.ts';
import { savedData } from '../../../lib/storage.ts';
import { showToast } from '../../../lib/toast.ts';
import { useResendCode } from '../api/resend-code.ts';
import { useVerifyCode } from '../api/verify-code.ts';
import { isCodeAlive, isCodeAlreadySent, withCodeSent, withEarlierCode } from '../model/email-proof.ts';
import { ResendButton } from './resend-button.tsx';

const CODE_INCOMPLETE = '6桁のコードを入力してください';
const CODE_REFUSED = '認証コードが無効です';

type Props = { initialCustomer: CustomerData; onBack: () => void; onVerified: () => void };

const MailHelp = () => (
  <List size="sm" c="dimmed" spacing={4}>
    <List.Item>認証コードの有効期限は、送信から10分です。</List.Item>
    <List.Item>メールが届くまで5〜10分ほどかかることがあります。</List.Item>
    <List.Item>届かない場合は、迷惑メールフォルダもご確認ください。</List.Item>
  </List>
);

/** The mailed code, typed or pasted; proves the address. */
export const CodeStep = ({ initialCustomer, onBack, onVerified }: Props) => {
  const [customer, setCustomer] = useState(initialCustomer);
  const [boxes, setBoxes] = useState<CodeBoxes>(EMPTY_BOXES);
  const [problem, setProblem] = useState<string | null>(null);
  const [focusSignal, setFocusSignal] = useState(0);
  const verify = useVerifyCode();
  const resend = useResendCode();
  const isSent = isCodeAlive(customer, Date.now());

  const refuse = (message: string) => {
    setProblem(message);
    setFocusSignal((count) => count + 1);
  };
  const save = (next: CustomerData) => {
    savedData.write('customerData', next);
    setCustomer(next);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (verify.isPending) return;
    if (!isComplete(boxes)) return refuse(CODE_INCOMPLETE);
    setProblem(null);
    verify.mutate(
      { email: customer.email, code: codeOf(boxes) },
      {
        onSuccess: ({ expiresAt }) => {
          save({ ...customer, provenUntil: Date.parse(expiresAt), codeSentAt: null });
          onVerified();
        },
        onError: (error) => {
          setBoxes(EMPTY_BOXES);
          refuse(userMessageOf(error, CODE_REFUSED));
        },
      },
    );
  };

  const sendAgain = () => {
    setProblem(null);
    resend.mutate(customer.email, {
      onSuccess: (sent) => {
        save(withCodeSent(customer, sent, Date.now()));
        setBoxes(EMPTY_BOXES);
        setFocusSignal((count) => count + 1);
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
            <CodeInput boxes={boxes} onChange={setBoxes} error={problem} focusSignal={focusSignal} disabled={verify.isPending} />
            <div>
              <ResendButton customer={customer} onResend={sendAgain} isSending={resend.isPending} />
            </div>
            {resend.isError && (
              <ErrorPanel title="認証コードの再送信に失敗しました">
                {userMessageOf(resend.error, '時間をおいて、もう一度お試しください。')}
              </ErrorPanel>
            )}
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
