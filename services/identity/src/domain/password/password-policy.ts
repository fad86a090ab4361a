import { isAdminPassword, isCustomerPassword } from '@stagereel/contracts';
import { fieldError } from '../field-error.ts';
import { type CommonPasswords, isCommon } from './common-password.ts';

type Deps = { commonPasswords: CommonPasswords };

/** Whose password it is. The name is null for an admin, and where it must not have an effect. */
export type PasswordOwner = { email: string; name: string | null };

type Chosen = { password: string; field: string; owner: PasswordOwner };

const SHOP_NAMES = ['stagereel', 'ステージリール'];

/** Shorter parts occur in passwords by chance. Japanese names are short, and two of their characters are already rare in a password. */
const MIN_LENGTH = { ascii: 4, other: 2 } as const;
const ASCII = /^[a-z0-9]*$/;

/** Full-width and half-width, upper and lower case, spaces and symbols make no difference. */
const simplify = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The address, its local part with and without a `+tag`, the whole name, and its parts. */
const wordsOf = ({ email, name }: PasswordOwner): string[] => {
  const local = email.slice(0, email.lastIndexOf('@'));
  const names = name === null ? [] : [name, ...name.split(/\s+/u)];
  return [...SHOP_NAMES, email, local, local.split('+')[0] ?? '', ...names]
    .map(simplify)
    .filter((word) => [...word].length >= (ASCII.test(word) ? MIN_LENGTH.ascii : MIN_LENGTH.other));
};

const isPersonal = ({ password, owner }: Chosen): boolean => {
  const simple = simplify(password);
  return wordsOf(owner).some((word) => simple.includes(word));
};

/**
 * Refuses a password that somebody could guess: a common one, a common word with digits and symbols, or one made of the address, the name or the
 * shop's name.
 * @throws AppError PasswordCommon, PasswordPersonal
 */
export const requireUnguessable = (deps: Deps, chosen: Chosen): void => {
  // First, because its text says more.
  if (isPersonal(chosen)) throw fieldError('PasswordPersonal', chosen.field);
  if (isCommon({ ...deps, password: chosen.password })) throw fieldError('PasswordCommon', chosen.field);
};

/** @throws AppError PasswordTooWeak; as requireUnguessable */
export const requireCustomerPassword = (deps: Deps, chosen: Chosen): void => {
  if (!isCustomerPassword(chosen.password)) throw fieldError('PasswordTooWeak', chosen.field);
  requireUnguessable(deps, chosen);
};

/** @throws AppError AdminPasswordTooWeak; as requireUnguessable */
export const requireAdminPassword = (deps: Deps, chosen: Chosen): void => {
  if (!isAdminPassword(chosen.password)) throw fieldError('AdminPasswordTooWeak', chosen.field);
  requireUnguessable(deps, chosen);
};
