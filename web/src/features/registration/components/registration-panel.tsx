import type { SessionUser } from '@stagereel/contracts';
import type { ReactNode } from 'react';
import { lazy, Suspense, useEffect } from 'react';
import { FormPage } from '../../../components/ui/form-page.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { useHasMoved } from '../../../lib/use-has-moved.ts';
import { useRegistration } from '../model/use-registration.ts';
import { RegistrationForm } from './registration-form.tsx';

/** Nobody needs the second step's code to see the first; it comes while the first is filled in. */
const loadCodeForm = () => import('./registration-code-form.tsx');
const RegistrationCodeForm = lazy(async () => ({ default: (await loadCodeForm()).RegistrationCodeForm }));

type Props = { onRegistered: (user: SessionUser) => void; footer: ReactNode };

/** Registering: who it is, then the mailed code. */
export const RegistrationPanel = ({ onRegistered, footer }: Props) => {
  const registration = useRegistration();
  const hasMoved = useHasMoved(registration.step);

  useEffect(() => {
    // Where it does not come now, the second step asks again.
    loadCodeForm().catch((error) => console.warn('code step was not loaded ahead', error));
  }, []);

  if (registration.step === 'code' && registration.pending !== null) {
    return (
      <FormPage key="code" title="認証コードの入力" lead="ステップ 2 / 2" isNextStep={hasMoved} footer={footer}>
        <Suspense fallback={<LoadingText />}>
          <RegistrationCodeForm pending={registration.pending} registration={registration} onRegistered={onRegistered} />
        </Suspense>
      </FormPage>
    );
  }
  return (
    <FormPage key="form" title="会員登録" lead="ステップ 1 / 2" isNextStep={hasMoved} footer={footer}>
      <RegistrationForm registration={registration} />
    </FormPage>
  );
};
