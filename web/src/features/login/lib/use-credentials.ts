import { normaliseEmail } from '@stagereel/contracts';
import type { Credentials } from '../../../api/session.ts';
import { emailProblem, withoutEmpty } from '../../../lib/form-rules.ts';
import { useCheckedForm } from '../../../lib/use-checked-form.ts';

const problemsOf = ({ email, password }: Credentials) =>
  withoutEmpty({ email: emailProblem(email), password: password === '' ? 'パスワードを入力してください。' : undefined });

/** The fields of the first step; they live as long as the page, so that the second step can send them again. */
export const useCredentials = () => {
  const form = useCheckedForm({ opening: () => ({ email: '', password: '' }), fields: ['email', 'password'], problemsOf });
  const credentials: Credentials = { email: normaliseEmail(form.values.email), password: form.values.password };
  return {
    ...form,
    credentials,
    /** Whoever's focus went with something that is no longer on the page begins again at the first field; whoever is elsewhere stays there. */
    focusIfNowhere: () => {
      if (document.activeElement === document.body) form.focus('email');
    },
  };
};

export type CredentialsForm = ReturnType<typeof useCredentials>;
