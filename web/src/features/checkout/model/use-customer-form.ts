import { normaliseEmail } from '@stagereel/contracts';
import { useRef, useState } from 'react';
import type { CustomerData } from '../../../lib/storage.ts';
import { savedData } from '../../../lib/storage.ts';
import { heldPassword } from '../../../lib/volatile-password.ts';
import type { CustomerFormErrors, CustomerFormValues } from './customer-form.ts';
import { customerFormErrors } from './customer-form.ts';

const FIELDS = ['email', 'name', 'password', 'confirmPassword'] as const satisfies readonly (keyof CustomerFormErrors)[];
type Field = (typeof FIELDS)[number];

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

/** The fields of the confirmation screen: errors show after the first attempt to go on, and go as they are mended. */
export const useCustomerForm = ({ account }: { account: { email: string; name: string } | null }) => {
  const [values, setValues] = useState(() => openingValues(account));
  const [wasChecked, setWasChecked] = useState(false);
  const inputs = useRef<Partial<Record<Field, HTMLInputElement | null>>>({});
  const errors = customerFormErrors(values);

  return {
    values,
    errors: wasChecked ? errors : {},
    set: (changes: Partial<CustomerFormValues>) => setValues((current) => ({ ...current, ...changes })),
    inputRef: (field: Field) => (element: HTMLInputElement | null) => {
      inputs.current[field] = element;
    },
    /** The customer as the order takes them; or null, with the first wrong field in focus. */
    check: (): CustomerData | null => {
      const wrong = FIELDS.find((field) => errors[field] !== undefined);
      if (wrong === undefined) return customerOf(values);
      setWasChecked(true);
      inputs.current[wrong]?.focus();
      return null;
    },
  };
};

export type CustomerForm = ReturnType<typeof useCustomerForm>;
