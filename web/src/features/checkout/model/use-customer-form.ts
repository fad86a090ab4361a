import { normaliseEmail } from '@stagereel/contracts';
import type { CustomerData } from '../../../lib/storage.ts';
import { savedData } from '../../../lib/storage.ts';
import { useCheckedForm } from '../../../lib/use-checked-form.ts';
import { heldPassword } from '../../../lib/volatile-password.ts';
import type { CustomerFormErrors, CustomerFormValues } from './customer-form.ts';
import { customerFormErrors } from './customer-form.ts';

const FIELDS = ['email', 'name', 'password', 'confirmPassword'] as const satisfies readonly (keyof CustomerFormErrors)[];

/** What is known of the person already: from this order, else from their account. */
const openingValues = (account: { email: string; name: string } | null): CustomerFormValues => {
  const saved = savedData.read('customerData');
  const password = heldPassword() ?? '';
  return {
    email: saved?.email ?? account?.email ?? '',
    name: saved?.name ?? account?.name ?? '',
    wantsAutoLogin: account === null && (saved?.wantsAutoLogin ?? false),
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

/** The fields of the confirmation screen. */
export const useCustomerForm = ({ account }: { account: { email: string; name: string } | null }) => {
  const form = useCheckedForm({ opening: () => openingValues(account), fields: FIELDS, problemsOf: customerFormErrors });
  /** The customer as the order takes them; or null, with the first wrong field in focus. */
  const check = (): CustomerData | null => (form.check() ? customerOf(form.values) : null);
  return { ...form, check };
};

export type CustomerForm = ReturnType<typeof useCustomerForm>;
