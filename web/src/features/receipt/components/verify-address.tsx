import { Anchor, Button, Stack, Text } from '@mantine/core';
import { normaliseEmail } from '@stagereel/contracts';
import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { sendEmailCode } from '../../../api/email-code.ts';
import { EmailField } from '../../../components/ui/account-fields.tsx';
import { CodeInputWithResend } from '../../../components/ui/code-input.tsx';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { MailHelp } from '../../../components/ui/mail-help.tsx';
import { StepButtons } from '../../../components/ui/step-buttons.tsx';
import { useEmailVerification } from '../../../components/ui/use-email-verification.ts';
import { paths } from '../../../config/paths.ts';
import { userMessageOf } from '../../../lib/api-error.ts';
import { emailProblem, withoutEmpty } from '../../../lib/form-rules.ts';
import { afterCodeSent, afterResendRefused, isCodeAlreadySent, type SentCode } from '../../../lib/resend-wait.ts';
import { savedData } from '../../../lib/saved-data.ts';
import { withSignInState } from '../../../lib/sign-in-state.ts';
import { useCheckedForm } from '../../../lib/use-checked-form.ts';
import { useSingleMutation } from '../../../lib/use-single-mutation.ts';

type AddressCodeFormProps = { sent: SentTo; onSentAgain: (sent: SentTo) => void; onBack: () => void; onProven: () => void };

/** The input of the mailed code. */
const AddressCodeForm = ({ sent, onSentAgain, onBack, onProven }: AddressCodeFormProps) => {
  const proof = useEmailVerification({ holder: sent, onSentAgain, onVerified: onProven, isFocused: true });
  return (
    <form onSubmit={proof.submit} noValidate>
      <Stack gap="md">
        <Text>
          <strong>{sent.email}</strong> に6桁の認証コードを送信しました。メールに記載されたコードを入力してください。
        </Text>
        <CodeInputWithResend {...proof.fields} />
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

/** The address that the code was sent to. */
type SentTo = SentCode & { email: string };

/** Prefilled with the address of this browser's last order. */
const savedEmail = (): string => savedData.read('completedOrder')?.email ?? savedData.read('customerData')?.email ?? '';

type AddressFormProps = { initialEmail: string | null; onSent: (sent: SentTo) => void };

/** The form for the order's email address, which sends a code. */
const AddressForm = ({ initialEmail, onSent }: AddressFormProps) => {
  const form = useCheckedForm({
    opening: () => ({ email: initialEmail ?? savedEmail() }),
    fields: ['email'],
    problemsOf: ({ email }) => withoutEmpty({ email: emailProblem(email) }),
  });
  const send = useSingleMutation({ mutationFn: sendEmailCode });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.check() || send.isPending) return;
    const unsent: SentTo = { email: normaliseEmail(form.values.email), codeSentAt: null, resendAt: null };
    send.mutate(unsent.email, {
      onSuccess: (sent) => onSent(afterCodeSent(unsent, sent, Date.now())),
      onError: (error) => {
        if (isCodeAlreadySent(error)) onSent(afterResendRefused(unsent, error, Date.now()));
      },
    });
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" align="flex-start">
        <EmailField
          ref={form.inputRef('email')}
          w="100%"
          description="ご注文時に入力されたメールアドレスへ、6桁の認証コードをお送りします。"
          value={form.values.email}
          onChange={(event) => form.set({ email: event.currentTarget.value })}
          error={form.errors.email}
        />
        {send.isError && !isCodeAlreadySent(send.error) && (
          <ErrorPanel title="認証コードの送信に失敗しました。">
            {userMessageOf(send.error, '時間をおいて、もう一度お試しください。')}
          </ErrorPanel>
        )}
        <Button type="submit" loading={send.isPending}>
          認証コードを送信
        </Button>
      </Stack>
    </form>
  );
};

type Props = {
  /** The reason why the address is needed. */
  lead: string;
  /** True for a step within the page. */
  isNews?: boolean;
  onProven: () => void;
};

/** Verifies the order's email address before a receipt is shown: by a code, or by signing in with that address. */
export const VerifyAddress = ({ lead, isNews = false, onProven }: Props) => {
  const [sent, setSent] = useState<SentTo | null>(null);
  const [typedEmail, setTypedEmail] = useState<string | null>(null);
  const { pathname } = useLocation();

  const goBack = () => {
    setTypedEmail(sent?.email ?? null);
    setSent(null);
  };

  return (
    <DataCard title="ご本人の確認">
      <Stack gap="lg">
        {sent === null ? (
          <>
            <Text role={isNews ? 'alert' : undefined}>{lead}</Text>
            <AddressForm initialEmail={typedEmail} onSent={setSent} />
            <Text size="sm">
              会員の方は、
              <Anchor component={Link} to={paths.login.to()} state={withSignInState({ from: pathname })}>
                ログイン
              </Anchor>
              すると認証コードなしで発行できます。
            </Text>
          </>
        ) : (
          <AddressCodeForm sent={sent} onSentAgain={setSent} onBack={goBack} onProven={onProven} />
        )}
      </Stack>
    </DataCard>
  );
};
