import { type CodePurpose, type EventData, passwordChanged } from '@stagereel/contracts';
import type { Browser } from './browser.ts';
import { type IdentityUnderTest, proveAddress } from './identity.ts';

export const PASSWORD = 'Customer-Pass-1';
let customers = 0;

export type Customer = { email: string; password: string; id: string; browser: Browser };

/** A customer with an account, signed in in the browser given. */
export const openAccount = async (identity: IdentityUnderTest, given: { browser?: Browser; email?: string } = {}): Promise<Customer> => {
  customers += 1;
  const email = given.email ?? `customer-${customers}@example.jp`;
  const { browser } = await proveAddress(identity, email, given.browser);
  const form = { email, name: '客', password: PASSWORD, confirmPassword: PASSWORD, agreesToTerms: true };
  const { status, body } = await browser.post('/api/register', form);
  if (status !== 201) throw new Error(`no account for ${email}: ${status} ${JSON.stringify(body)}`);
  return { email, password: PASSWORD, id: (body['user'] as { id: string }).id, browser };
};

export const logIn = (browser: Browser, { email, password, twoFactorCode }: { email: string; password: string; twoFactorCode?: string }) =>
  browser.post('/api/login', { email, password, ...(twoFactorCode === undefined ? {} : { twoFactorCode }) });

/** Does what mails a code, and reads it. */
export const codeAfter = async (
  identity: IdentityUnderTest,
  { email, purpose, ask }: { email: string; purpose: CodePurpose; ask: () => Promise<unknown> },
): Promise<string> => {
  const nth = identity.codeEvents(email, purpose).length + 1;
  await ask();
  return identity.mailedCode(email, { purpose, nth });
};

export const storedUser = async (identity: IdentityUnderTest, email: string) => {
  const [user] = await identity.documents('users', { email });
  if (!user) throw new Error(`no account of ${email}`);
  return user;
};

/** The events that told of a new password of this address. */
export const passwordChanges = (identity: IdentityUnderTest, email: string) =>
  identity.probe.ofType(passwordChanged.type).filter(({ data }) => (data as EventData<typeof passwordChanged>).email === email);
