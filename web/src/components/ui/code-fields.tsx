import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { userMessageOf } from '../../lib/api-error.ts';
import { CodeInput } from './code-input.tsx';
import { ErrorPanel } from './error-panel.tsx';
import { ResendButton } from './resend-button.tsx';
import type { CodeEntry } from './use-code-entry.ts';

type Props = {
  entry: CodeEntry;
  isChecking: boolean;
  /** How another code is had; null where it cannot be had from here. */
  resend: { at: number | null; send: () => void; isPending: boolean; error: unknown } | null;
  /** Between the boxes and the button. */
  children?: ReactNode;
};

/** The boxes of a mailed code, and another code on request. */
export const CodeFields = ({ entry, isChecking, resend, children }: Props) => (
  <Stack gap="md">
    <CodeInput {...entry.field} disabled={isChecking} />
    {children}
    {resend && (
      <div>
        <ResendButton resendAt={resend.at} onResend={resend.send} isSending={resend.isPending} />
      </div>
    )}
    {resend && resend.error !== null && (
      <ErrorPanel title="認証コードの再送信に失敗しました">
        {userMessageOf(resend.error, '時間をおいて、もう一度お試しください。')}
      </ErrorPanel>
    )}
  </Stack>
);
