import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { CodeInputWithResend } from '../../../components/ui/code-input.tsx';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { MailHelp } from '../../../components/ui/mail-help.tsx';
import { StepButtons } from '../../../components/ui/step-buttons.tsx';
import { useEmailVerification } from '../../../components/ui/use-email-verification.ts';
import { isCodeValid } from '../../../lib/resend-wait.ts';
import { type CustomerData, savedData } from '../../../lib/saved-data.ts';
import { rememberedPassword } from '../../../lib/volatile-password.ts';
import { keepWantedAccount, withAccount } from '../lib/wanted-account.ts';
import { MailOutage } from './mail-outage.tsx';

/** A reload before the address was verified. */
const isPasswordLost = ({ wantsAutoLogin, isPasswordKept }: CustomerData): boolean =>
  wantsAutoLogin && !isPasswordKept && rememberedPassword() === null;

type Props = { initialCustomer: CustomerData; onBack: () => void; onVerified: (customer: CustomerData) => void };

/** The step that verifies the address with the mailed code. */
export const CodeStep = ({ initialCustomer, onBack, onVerified }: Props) => {
  const [customer, setCustomer] = useState(initialCustomer);
  const [isFinishing, setIsFinishing] = useState(false);
  const [isLost] = useState(() => isPasswordLost(initialCustomer));
  const isSent = isCodeValid(customer, Date.now());

  const save = (next: CustomerData) => {
    savedData.write('customerData', next);
    setCustomer(next);
  };
  const finish = async (proven: CustomerData) => {
    // Saved first: the verification must not be lost while the password is sent.
    savedData.write('customerData', proven);
    setIsFinishing(true);
    const settled = proven.hasAccount ? withAccount(proven) : await keepWantedAccount(proven);
    savedData.write('customerData', settled);
    onVerified(settled);
  };

  const proof = useEmailVerification({
    holder: customer,
    onSentAgain: save,
    onVerified: ({ expiresAt, hasAccount }) =>
      void finish({ ...customer, provenUntil: Date.parse(expiresAt), codeSentAt: null, hasAccount }),
  });

  return (
    <form onSubmit={proof.submit} noValidate>
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
            <MailOutage />
            <CodeInputWithResend {...proof.fields} />
            {isLost && (
              <Text size="sm">
                画面が再読み込みされたため、会員登録のパスワードは保存されていません。ご注文の完了後に、あらためて設定できます。
              </Text>
            )}
            <MailHelp />
          </Stack>
        </DataCard>
        <StepButtons onBack={onBack}>
          <Button type="submit" loading={proof.isChecking || isFinishing}>
            認証して支払いへ進む
          </Button>
        </StepButtons>
      </Stack>
    </form>
  );
};
