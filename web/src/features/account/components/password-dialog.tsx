import type { SessionUser } from '@stagereel/contracts';
import { useState } from 'react';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { SendCodeStep, VerifyCodeStep } from './code-steps.tsx';
import { NewPasswordStep } from './new-password-step.tsx';

type Step = { name: 'send-code'; failure: unknown } | { name: 'verify-code'; resendAt: number } | { name: 'change-password' };
type Props = { user: SessionUser; onClose: () => void; onChanged: () => void };

/** Sends a code, verifies it and sets the password. Opening the dialog again starts from the beginning. */
const PasswordSteps = ({ user, onClose, onChanged }: Props) => {
  const [step, setStep] = useState<Step>({ name: 'send-code', failure: null });

  if (step.name === 'send-code') {
    return (
      <SendCodeStep
        email={user.email}
        earlierFailure={step.failure}
        onSent={(resendAt) => setStep({ name: 'verify-code', resendAt })}
        onCancel={onClose}
      />
    );
  }
  if (step.name === 'verify-code') {
    return (
      <VerifyCodeStep
        email={user.email}
        initialResendAt={step.resendAt}
        onVerified={() => setStep({ name: 'change-password' })}
        onCancel={onClose}
      />
    );
  }
  return (
    <NewPasswordStep
      user={user}
      onChanged={onChanged}
      onVerificationExpired={(failure) => setStep({ name: 'send-code', failure })}
      onCancel={onClose}
    />
  );
};

/** The dialog that changes the signed-in user's password. */
export const PasswordDialog = ({ isOpen, onClosed, ...props }: Props & { isOpen: boolean; onClosed: () => void }) => {
  const [openings, setOpenings] = useState(0);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen);
    if (isOpen) setOpenings(openings + 1);
  }
  return (
    <Dialog isOpen={isOpen} onClose={props.onClose} onClosed={onClosed} title="パスワードの変更">
      <PasswordSteps key={openings} {...props} />
    </Dialog>
  );
};
