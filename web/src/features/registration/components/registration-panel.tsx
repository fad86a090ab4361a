import type { SessionUser } from '@stagereel/contracts';
import type { ReactNode } from 'react';
import { FormPage } from '../../../components/ui/form-page.tsx';
import { useHasMoved } from '../../../lib/use-has-moved.ts';
import { useRegistration } from '../model/use-registration.ts';
import { RegistrationCodeForm } from './registration-code-form.tsx';
import { RegistrationForm } from './registration-form.tsx';

type Props = { onRegistered: (user: SessionUser) => void; footer: ReactNode };

/** Registering: who it is, then the mailed code. */
export const RegistrationPanel = ({ onRegistered, footer }: Props) => {
  const registration = useRegistration();
  const hasMoved = useHasMoved(registration.step);

  if (registration.step === 'code' && registration.pending !== null) {
    return (
      <FormPage key="code" title="認証コードの入力" lead="ステップ 2 / 2" isNextStep={hasMoved} footer={footer}>
        <RegistrationCodeForm pending={registration.pending} registration={registration} onRegistered={onRegistered} />
      </FormPage>
    );
  }
  return (
    <FormPage key="form" title="会員登録" lead="ステップ 1 / 2" isNextStep={hasMoved} footer={footer}>
      <RegistrationForm registration={registration} />
    </FormPage>
  );
};
