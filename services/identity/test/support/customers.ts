import { type CodePurpose, type EventData, passwordChanged } from '@stagereel/contracts';
import type { Browser } from './browser.ts';
import { type IdentityUnderTest, proveEmail } from './identity.ts';

export const PASSWORD = 'Customer-Pass-1';
let customers = 0;

export type Customer = { email: string; password: string; id: string; browser: Browser };

/** Creates a customer account and signs in. */
export const createCustomer = async (
  identity: IdentityUnderTest,
  options: { browser?: Browser; email?: string } = {},
): Promise<Customer> => {
  customers += 1;
  const email = options.email ?? `customer-${customers}@example.jp`;
  const { browser } = await proveEmail(identity, email, options.browser);
  const form = { email, name: '客', password: PASSWORD, confirmPassword: PASSWORD, agreesToTerms: true };
  const { status, body } = await browser.post('/api/register', form);
  if (status !== 201) throw new Error(`Registration of ${email} failed: ${status} ${JSON.stringify(body)}`);
  return { email, password: PASSWORD, id: (body['user'] as { id: string }).id, browser };
};

export const logIn = (browser: Browser, { email, password, twoFactorCode }: { email: string; password: string; twoFactorCode?: string }) =>
  browser.post('/api/login', { email, password, ...(twoFactorCode === undefined ? {} : { twoFactorCode }) });

/** Sends a request that mails a code, and reads the code from its event. */
export const codeMailedBy = async (
  identity: IdentityUnderTest,
  { email, purpose, request }: { email: string; purpose: CodePurpose; request: () => Promise<unknown> },
): Promise<string> => {
  const nth = identity.codeEvents(email, purpose).length + 1;
  await request();
  return identity.mailedCode(email, { purpose, nth });
};

export const storedUser = async (identity: IdentityUnderTest, email: string) => {
  const [user] = await identity.documents('users', { email });
  if (!user) throw new Error(`No account with the address ${email}`);
  return user;
};

/** The published password changes of this address. */
export const passwordChangedEvents = (identity: IdentityUnderTest, email: string) =>
  identity.probe.ofType(passwordChanged.type).filter(({ data }) => (data as EventData<typeof passwordChanged>).email === email);
