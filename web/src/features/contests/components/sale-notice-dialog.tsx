import { Button, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { requestSaleNotice } from '../../../api/contests.ts';
import { sendEmailCode } from '../../../api/email-code.ts';
import { EmailField } from '../../../components/ui/account-fields.tsx';
import { CodeInputWithResend } from '../../../components/ui/code-input.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { useEmailVerification } from '../../../components/ui/use-email-verification.ts';
import { ApiError, isUnauthorized, userMessageOf } from '../../../lib/api-error.ts';
import { emailProblem, withoutEmpty } from '../../../lib/form-rules.ts';
import { afterCodeSent, afterResendRefused, isCodeAlreadySent, type SentCode } from '../../../lib/resend-wait.ts';
import { useCheckedForm } from '../../../lib/use-checked-form.ts';
import { useSingleMutation } from '../../../lib/use-single-mutation.ts';

type Address = SentCode & { email: string };

const PROMISE = '販売開始の際に1通だけお知らせし、その後アドレスを削除します。';
const TRY_LATER = 'しばらくしてからもう一度お試しください。';

/** The address, to which a code is sent. */
const AddressStep = ({ initialEmail, onSent }: { initialEmail: string; onSent: (address: Address) => void }) => {
  const form = useCheckedForm({
    opening: () => ({ email: initialEmail }),
    fields: ['email'] as const,
    problemsOf: ({ email }) => withoutEmpty({ email: emailProblem(email) }),
  });
  const send = useSingleMutation({ mutationFn: sendEmailCode });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.check()) return;
    const address = { email: form.values.email.trim(), codeSentAt: null, resendAt: null };
    send.mutate(address.email, {
      onSuccess: (sent) => onSent(afterCodeSent(address, sent, Date.now())),
      onError: (error) => {
        if (isCodeAlreadySent(error)) onSent(afterResendRefused(address, error, Date.now()));
        else if (error instanceof ApiError) form.refuse(error.fields);
      },
    });
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>メールアドレスに6桁の認証コードをお送りします。{PROMISE}</Text>
        <EmailField
          ref={form.inputRef('email')}
          data-autofocus
          value={form.values.email}
          onChange={(event) => form.set({ email: event.currentTarget.value })}
          error={form.errors.email}
        />
        {send.isError && !isCodeAlreadySent(send.error) && (
          <ErrorPanel title="認証コードを送信できませんでした">{userMessageOf(send.error, TRY_LATER)}</ErrorPanel>
        )}
        <Button type="submit" fullWidth loading={send.isPending}>
          認証コードを送信
        </Button>
      </Stack>
    </form>
  );
};

type CodeStepProps = { initial: Address; onChangeAddress: () => void; onVerified: (email: string) => void };

const CodeStep = ({ initial, onChangeAddress, onVerified }: CodeStepProps) => {
  const [holder, setHolder] = useState(initial);
  const proof = useEmailVerification({ holder, onSentAgain: setHolder, onVerified: () => onVerified(holder.email), isFocused: true });
  return (
    <form onSubmit={proof.submit} noValidate>
      <Stack gap="md">
        <Text>
          <strong>{holder.email}</strong> に送信した6桁の認証コードを入力してください。
        </Text>
        <CodeInputWithResend {...proof.fields} />
        <Button type="submit" fullWidth loading={proof.isChecking}>
          認証して登録する
        </Button>
        <Button variant="subtle" onClick={onChangeAddress}>
          メールアドレスを変更する
        </Button>
      </Stack>
    </form>
  );
};

type Props = {
  contest: { id: string; name: string };
  initialEmail: string;
  isOpen: boolean;
  onClose: () => void;
  onClosed: () => void;
  onRequested: (email: string) => void;
};

/** Address, mailed code, confirmation. Closing keeps the step, so that a visitor can look into the mailbox and return. */
export const SaleNoticeDialog = ({ contest, initialEmail, isOpen, onClose, onClosed, onRequested }: Props) => {
  const [address, setAddress] = useState<Address | null>(null);
  const [email, setEmail] = useState(initialEmail);
  const request = useSingleMutation({ mutationFn: requestSaleNotice });

  const register = (proven: string) =>
    request.mutate(
      { contestId: contest.id, email: proven },
      {
        onSuccess: () => {
          onRequested(proven);
          onClose();
        },
        // The proof of the address has expired meanwhile: prove it again.
        onError: (error) => {
          if (!isUnauthorized(error)) return;
          request.reset();
          setAddress(null);
        },
      },
    );

  const sent = (next: Address) => {
    setEmail(next.email);
    setAddress(next);
  };

  return (
    <Dialog isOpen={isOpen} onClose={onClose} onClosed={onClosed} title="販売開始を知らせる">
      <Stack gap="md">
        <Text fw={700}>{contest.name}</Text>
        {request.isError ? (
          <ErrorPanel title="登録できませんでした" onRetry={() => register(email)}>
            {userMessageOf(request.error, TRY_LATER)}
          </ErrorPanel>
        ) : !request.isIdle ? (
          <Text role="status">{request.isSuccess ? '登録しました。' : '登録しています...'}</Text>
        ) : address === null ? (
          <AddressStep initialEmail={email} onSent={sent} />
        ) : (
          <CodeStep initial={address} onChangeAddress={() => setAddress(null)} onVerified={register} />
        )}
      </Stack>
    </Dialog>
  );
};
