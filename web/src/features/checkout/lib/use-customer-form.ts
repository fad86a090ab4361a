import { normaliseEmail } from '@stagereel/contracts';
import { type CustomerData, savedData } from '../../../lib/saved-data.ts';
import { useCheckedForm } from '../../../lib/use-checked-form.ts';
import { rememberedPassword } from '../../../lib/volatile-password.ts';
import { type CustomerFormErrors, type CustomerFormValues, customerFormErrors } from './customer-form.ts';

const FIELDS = ['email', 'name', 'password', 'confirmPassword'] as const satisfies readonly (keyof CustomerFormErrors)[];

type Account = { email: string; name: string };

/** The initial values: the saved input, unless somebody else signed in since; then the account's values. */
const initialValues = (account: Account | null): CustomerFormValues => {
  const typed = savedData.read('customerForm');
  const known = typed !== null && (account === null || typed.account === account.email) ? typed : account;
  const password = rememberedPassword() ?? '';
  return {
    email: known?.email ?? '',
    name: known?.name ?? '',
    wantsAutoLogin: account === null && (typed?.wantsAutoLogin ?? false),
    password,
    confirmPassword: password,
  };
};

/** A verification and a code belong to one address. */
const customerOf = ({ email: typed, name, wantsAutoLogin }: CustomerFormValues): CustomerData => {
  const email = normaliseEmail(typed);
  const saved = savedData.read('customerData');
  const kept = saved?.email === email ? saved : { codeSentAt: null, resendAt: null, provenUntil: null };
  return { ...kept, email, name: name.trim(), wantsAutoLogin };
};

const problemsOf = (values: CustomerFormValues) => customerFormErrors(values, customerOf(values).isPasswordKept);

/** The form of the confirmation screen. Everything except the passwords is saved while typing. */
export const useCustomerForm = ({ account }: { account: Account | null }) => {
  const form = useCheckedForm({ opening: () => initialValues(account), fields: FIELDS, problemsOf });

  const set = (changes: Partial<CustomerFormValues>) => {
    const { email, name, wantsAutoLogin } = { ...form.values, ...changes };
    savedData.write('customerForm', { email, name, wantsAutoLogin, account: account?.email ?? null });
    form.set(changes);
  };
  return {
    ...form,
    set,
    /** The customer as entered, without validation. */
    customer: customerOf(form.values),
    /** The validated customer; or null after focusing the first invalid field. */
    check: (): CustomerData | null => (form.check() ? customerOf(form.values) : null),
  };
};

export type CustomerForm = ReturnType<typeof useCustomerForm>;
