import { checkWantedPassword, discardWantedAccount, saveWantedAccount } from '../../../api/registration.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { type CustomerData, savedData } from '../../../lib/saved-data.ts';
import { forgetPassword, rememberedPassword } from '../../../lib/volatile-password.ts';

/** The customer of an address that has an account: no other account can be wanted for it. */
export const withAccount = (customer: CustomerData): CustomerData => {
  forgetPassword();
  const form = savedData.read('customerForm');
  if (form !== null) savedData.write('customerForm', { ...form, wantsAutoLogin: false });
  return { ...customer, hasAccount: true, wantsAutoLogin: false, isPasswordKept: false };
};

/**
 * Forgets the password of an account that is not wanted any more, here and on the server.
 * @throws {ApiError | NetworkError} when the server cannot be told
 */
export const discardUnwantedAccount = async (customer: CustomerData): Promise<CustomerData> => {
  if (customer.wantsAutoLogin) return customer;
  forgetPassword();
  if (customer.isPasswordKept) await discardWantedAccount();
  return { ...customer, isPasswordKept: false };
};

/** Whether the server refused the chosen password. */
export const isPasswordRefused = (error: unknown): error is ApiError => error instanceof ApiError && error.fields['password'] !== undefined;

/**
 * Asks the server before the code is mailed, so that another password can be chosen in the same form. No other failure stops the order.
 * @throws {ApiError} when the server refuses the password
 */
export const checkChosenPassword = async ({ email, name, wantsAutoLogin }: CustomerData): Promise<void> => {
  const password = rememberedPassword();
  if (!wantsAutoLogin || password === null) return;
  try {
    await checkWantedPassword({ email, name, password });
  } catch (error) {
    if (!isPasswordRefused(error)) return;
    forgetPassword();
    throw error;
  }
};

/**
 * Sends the chosen password to the server once the address is verified, so that a reload or the card issuer's page does not lose it. Never
 * throws, because it must not stop the order: without it, the account is offered again afterwards.
 */
export const keepWantedAccount = async (customer: CustomerData): Promise<CustomerData> => {
  const { email, name, wantsAutoLogin } = customer;
  const password = rememberedPassword();
  if (!wantsAutoLogin || password === null) return customer;
  try {
    await saveWantedAccount({ email, name, password });
    forgetPassword();
    return { ...customer, isPasswordKept: true };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'AccountExists') return withAccount(customer);
    console.warn('wanted account was not kept', error);
    return customer;
  }
};
