import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { secondsUntilResend } from '../../lib/resend-wait.ts';
import { useNow } from '../../lib/use-now.ts';

type Props = {
  /** When another code can be requested, in epoch milliseconds; null: at once. */
  resendAt: number | null;
  onResend: () => void;
  isSending: boolean;
};

/** A resend button with a countdown. The countdown is visual; a screen reader only announces its end. */
export const ResendButton = ({ resendAt, onResend, isSending }: Props) => {
  const [wasWaiting, setWasWaiting] = useState(false);
  const now = useNow(resendAt !== null);
  const seconds = secondsUntilResend(resendAt, now);

  useEffect(() => {
    if (seconds > 0) setWasWaiting(true);
  }, [seconds]);

  return (
    <>
      <Button
        variant="default"
        maw="100%"
        px="md"
        onClick={onResend}
        disabled={seconds > 0}
        loading={isSending}
        styles={{ label: { whiteSpace: 'normal' } }}
      >
        認証コードを再送信
        {seconds > 0 && `（あと${seconds}秒）`}
      </Button>
      <span className="visually-hidden" role="status">
        {wasWaiting && seconds === 0 ? '認証コードを再送信できます。' : ''}
      </span>
    </>
  );
};
