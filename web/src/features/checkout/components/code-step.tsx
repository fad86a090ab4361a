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

type Props = { initialCustomer: CustomerData; onBack: () => void; onVerified: () => void };

/** The step that verifies the address with the mailed code. */
export const CodeStep = ({ initialCustomer, onBack, onVerified }: Props) => {
  const [customer, setCustomer] = useState(initialCustomer);
  const isSent = isCodeValid(customer, Date.now());

  const save = (next: CustomerData) => {
    savedData.write('customerData', next);
    setCustomer(next);
  };

  const proof = useEmailVerification({
    holder: customer,
    onSentAgain: save,
    onVerified: ({ expiresAt }) => {
      save({ ...customer, provenUntil: Date.parse(expiresAt), codeSentAt: null });
      onVerified();
    },
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
            <CodeInputWithResend {...proof.fields} />
            <MailHelp />
          </Stack>
        </DataCard>
        <StepButtons onBack={onBack}>
          <Button type="submit" loading={proof.isChecking}>
            認証して支払いへ進む
          </Button>
        </StepButtons>
      </Stack>
    </form>
  );
};
