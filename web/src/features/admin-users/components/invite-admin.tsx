import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ADMIN_INVITATION_SECONDS, HOUR } from '@stagereel/contracts';
import { IconInfoCircle, IconUserPlus } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useInviteAdmin } from '../../../api/admin-invitations.ts';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { FieldLabel } from '../../../components/ui/field-label.tsx';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { ApiError, userMessageOf } from '../../../lib/api-error.ts';
import { useSignInHere } from '../../../lib/sign-in-here.ts';
import { showToast } from '../../../lib/toast.ts';
import { addressOf, addressProblem } from '../lib/typed-address.ts';

/** Both steps of the admin's sign-in, to show inside a dialog. */
export type RenderSignIn = (onSignedIn: () => void) => ReactNode;

const FAILED = '招待できませんでした。';

const needsSignIn = (error: unknown): boolean => error instanceof ApiError && error.code === 'RecentSignInRequired';

type FormProps = { renderSignIn: RenderSignIn; onClose: () => void };

/** The typed address. If the last sign-in is too long ago when it is submitted, a new sign-in follows, and then the invitation is sent. */
const InvitationForm = ({ renderSignIn, onClose }: FormProps) => {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSigningIn, setIsSigningIn] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // The session may end while the address is still being typed.
  const isSubmitted = useRef(false);
  useSignInHere({ isActive: true, onSessionEnded: () => setIsSigningIn(true) });

  const invite = useInviteAdmin({
    onDone: (invited) => {
      void showToast({ title: '招待メールを送信しました', message: invited, tone: 'success' });
      onClose();
    },
    onFailed: (_email, error) => {
      if (needsSignIn(error)) return setIsSigningIn(true);
      const reason = userMessageOf(error, 'もう一度お試しください。');
      setFailure(`${FAILED}${reason}`);
      void showToast({ title: '招待に失敗しました', message: reason, tone: 'error' });
    },
  });

  const send = () => {
    setFailure(null);
    invite.mutate(addressOf(email));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = addressProblem(email);
    setProblem(found);
    if (found !== null) return input.current?.focus();
    isSubmitted.current = true;
    send();
  };

  if (isSigningIn) {
    return (
      <Stack gap="md">
        <Text>安全のため、管理者を招待する前に、もう一度ログインしてください。入力したメールアドレスは残っています。</Text>
        {renderSignIn(() => {
          setIsSigningIn(false);
          if (isSubmitted.current) send();
        })}
      </Stack>
    );
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>
          入力したメールアドレスに、登録用のリンクを送信します。招待された方が、ご自身でパスワードを設定します。リンクの有効期限は
          {ADMIN_INVITATION_SECONDS / HOUR}時間です。
        </Text>
        <Alert color="orange" variant="light" icon={<IconInfoCircle aria-hidden />}>
          <Text size="sm">
            管理者は、注文、売上、ユーザーを含むすべての操作ができます。このメールアドレスの会員アカウントがある場合は、そのアカウントが管理者になります。
          </Text>
        </Alert>
        <TextInput
          ref={input}
          type="email"
          label={<FieldLabel required>招待する方のメールアドレス</FieldLabel>}
          required
          withAsterisk={false}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          data-autofocus
          value={email}
          onChange={(event) => {
            isSubmitted.current = false;
            setEmail(event.currentTarget.value);
            setProblem(null);
          }}
          error={problem}
        />
        <FormErrors messages={failure === null ? [] : [failure]} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            キャンセル
          </Button>
          <Button type="submit" loading={invite.isPending}>
            招待メールを送信
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

/** The button and the dialog that invite another admin. */
export const InviteAdmin = ({ renderSignIn }: { renderSignIn: RenderSignIn }) => {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="default" size="sm" h={44} leftSection={<IconUserPlus size={18} aria-hidden />} onClick={dialog.open}>
        管理者を招待
      </Button>
      <Dialog isOpen={isOpen} onClose={dialog.close} title="管理者を招待">
        <InvitationForm renderSignIn={renderSignIn} onClose={dialog.close} />
      </Dialog>
    </>
  );
};
