import { normaliseEmail } from '@stagereel/contracts';
import type { CustomerData } from '../../../lib/storage.ts';
import { savedData } from '../../../lib/storage.ts';
import { useCheckedForm } from '../../../lib/use-checked-form.ts';
import { heldPassword } from '../../../lib/volatile-password.ts';
import type { CustomerFormErrors, CustomerFormValues } from './customer-form.ts';
import { customerFormErrors } from './customer-form.ts';

const FIELDS = ['email', 'name', 'password', 'confirmPassword'] as const satisfies readonly (keyof CustomerFormErrors)[];

type Account = { email: string; name: string };

/** What is known of the person already: what they typed, unless somebody else has signed in since; then what their account says. */
const openingValues = (account: Account | null): CustomerFormValues => {
  const typed = savedData.read('customerForm');
  const known = typed !== null && (account === null || typed.account === account.email) ? typed : account;
  const password = heldPassword() ?? '';
  return {
    email: known?.email ?? '',
    name: known?.name ?? '',
    wantsAutoLogin: account === null && (typed?.wantsAutoLogin ?? false),
    password,
    confirmPassword: password,
  };
};

/** Proofs and codes belong to the address they were made for. */
const customerOf = ({ email: typed, name, wantsAutoLogin }: CustomerFormValues): CustomerData => {
  const email = normaliseEmail(typed);
  const saved = savedData.read('customerData');
  const kept = saved?.email === email ? saved : { codeSentAt: null, resendAt: null, provenUntil: null };
  return {
    email,
    name: name.trim(),
    wantsAutoLogin,
    codeSentAt: kept.codeSentAt,
    resendAt: kept.resendAt,
    provenUntil: kept.provenUntil,
  };
};

/** The fields of the confirmation screen. All but the passwords is kept as it is typed: a look back at the videos loses nothing. */
export const useCustomerForm = ({ account }: { account: Account | null }) => {
  const form = useCheckedForm({ opening: () => openingValues(account), fields: FIELDS, problemsOf: customerFormErrors });

  const set = (changes: Partial<CustomerFormValues>) => {
    const { email, name, wantsAutoLogin } = { ...form.values, ...changes };
    savedData.write('customerForm', { email, name, wantsAutoLogin, account: account?.email ?? null });
    form.set(changes);
  };
  return {
    ...form,
    set,
    /** The customer as the values stand, right or wrong. */
    customer: customerOf(form.values),
    /** The customer as the order takes them; or null, with the first wrong field in focus. */
    check: (): CustomerData | null => (form.check() ? customerOf(form.values) : null),
  };
};

export type CustomerForm = ReturnType<typeof useCustomerForm>;
