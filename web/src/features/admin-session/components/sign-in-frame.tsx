import { IconShieldLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FormPage } from '../../../components/ui/form-page.tsx';

type Props = { title: string; lead: ReactNode; children: ReactNode };

/** The card of both sign-in steps. */
export const SignInFrame = (props: Props) => <FormPage icon={IconShieldLock} {...props} />;
