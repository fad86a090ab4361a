import { Button, Stack } from '@mantine/core';
import { normaliseEmail } from '@stagereel/contracts';
import type { FormEvent } from 'react';
import { EmailField } from '../../../components/ui/email-field.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { sendEmailCode } from '../../../lib/email-code.ts';
import { emailProblem, saidOnly } from '../../../lib/person-rules.ts';
import type { SentCode } from '../../../lib/resend-wait.ts';
import { isCodeAlreadySent, withCodeSent, withEarlierCode } from '../../../lib/resend-wait.ts';
import { savedData } from '../../../lib/storage.ts';
import { useCheckedForm } from '../../../lib/use-checked-form.ts';
import { useSingleMutation } from '../../../lib/use-single-mutation.ts';

/** An address to which a code was sent. */
export type SentTo = SentCode & { email: string };

/** The address of this browser's last order is the likeliest. */
const openingEmail = (): string => savedData.read('completedOrder')?.email ?? savedData.read('customerData')?.email ?? '';

type Props = { initialEmail: string | null; onSent: (sent: SentTo) => void };

/** Asks for the address of the order and sends it a code. */
export const AddressForm = ({ initialEmail, onSent }: Props) => {
  const form = useCheckedForm({
    opening: () => ({ email: initialEmail ?? openingEmail() }),
    fields: ['email'],
    problemsOf: ({ email }) => saidOnly({ email: emailProblem(email) }),
  });
  const send = useSingleMutation({ mutationFn: sendEmailCode });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.check() || send.isPending) return;
    const unsent: SentTo = { email: normaliseEmail(form.values.email), codeSentAt: null, resendAt: null };
    send.mutate(unsent.email, {
      onSuccess: (sent) => onSent(withCodeSent(unsent, sent, Date.now())),
      onError: (error) => {
        if (isCodeAlreadySent(error)) onSent(withEarlierCode(unsent, error, Date.now()));
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
