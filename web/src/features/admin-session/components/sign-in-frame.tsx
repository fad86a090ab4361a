import { IconShieldLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FormPage } from '../../../components/ui/form-page.tsx';

type Props = { title: string; lead: ReactNode; children: ReactNode };

/** The narrow card both steps of the sign-in stand in. */
export const SignInFrame = (props: Props) => <FormPage icon={IconShieldLock} {...props} />;
