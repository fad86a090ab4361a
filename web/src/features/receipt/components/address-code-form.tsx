import { Button, Stack, Text } from '@mantine/core';
import { useEmailProof } from '../../../components/email-proof/use-email-proof.ts';
import { CodeFields } from '../../../components/ui/code-fields.tsx';
import { MailHelp } from '../../../components/ui/mail-help.tsx';
import { StepButtons } from '../../../components/ui/step-buttons.tsx';
import type { SentTo } from './address-form.tsx';

type Props = { sent: SentTo; onSentAgain: (sent: SentTo) => void; onBack: () => void; onProven: () => void };

/** The code from the mail. */
export const AddressCodeForm = ({ sent, onSentAgain, onBack, onProven }: Props) => {
  const proof = useEmailProof({ holder: sent, onSentAgain, onVerified: onProven, isFocused: true });
  return (
    <form onSubmit={proof.submit} noValidate>
      <Stack gap="md">
        <Text>
          <strong>{sent.email}</strong> に6桁の認証コードを送信しました。メールに記載されたコードを入力してください。
        </Text>
        <CodeFields {...proof.fields} />
        <MailHelp />
        <StepButtons onBack={onBack} backLabel="メールアドレスを変更">
          <Button type="submit" loading={proof.isChecking}>
            認証する
          </Button>
        </StepButtons>
      </Stack>
    </form>
  );
};
