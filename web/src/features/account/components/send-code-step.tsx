import { Text } from '@mantine/core';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { isCodeAlreadySent, resendTimeAfter, resendTimeAfterRefusal } from '../../../lib/resend-wait.ts';
import { useSingleMutation } from '../../../lib/use-single-mutation.ts';
import { sendPasswordChangeCode } from '../api/send-password-change-code.ts';
import { failureHint } from '../model/failure-hint.ts';
import { CHANGE_FAILED, SENDING_FAILED } from '../model/texts.ts';
import { StepFrame } from './step-frame.tsx';

type Props = {
  email: string;
  /** Why a change that was nearly done begins anew; null when it is the first. */
  earlierFailure: unknown;
  /** `resendAt`: when another code may be asked for, epoch milliseconds. */
  onSent: (resendAt: number) => void;
  onCancel: () => void;
};

/** Asks for the code. One that was sent moments ago serves as well. */
export const SendCodeStep = ({ email, earlierFailure, onSent, onCancel }: Props) => {
  const send = useSingleMutation({ mutationFn: sendPasswordChangeCode });

  const submit = () =>
    send.mutate(undefined, {
      onSuccess: (sent) => onSent(resendTimeAfter(sent, Date.now())),
      onError: (error) => {
        if (isCodeAlreadySent(error)) onSent(resendTimeAfterRefusal(error, Date.now()));
      },
    });

  return (
    <StepFrame
      position={1}
      submitLabel="認証コードを送信"
      isBusy={send.isPending}
      isFocused={earlierFailure !== null}
      onSubmit={submit}
      onCancel={onCancel}
    >
      {earlierFailure !== null && !send.isError && <ErrorPanel title={CHANGE_FAILED}>{failureHint('change', earlierFailure)}</ErrorPanel>}
      <Text>
        ご本人の確認のため、<strong>{email}</strong> に6桁の認証コードをお送りします。
      </Text>
      {send.isError && <ErrorPanel title={SENDING_FAILED}>{failureHint('send', send.error)}</ErrorPanel>}
    </StepFrame>
  );
};
