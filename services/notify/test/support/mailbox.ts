import { waitUntil } from '@stagereel/service-kit/testing';

/** A mail as the mailbox's REST API returns it, parsed by a different program than the one that created it. */
export type ShownMail = {
  subject: string;
  text: string;
  html: string;
  from: { address: string; name: string }[];
  to: { address: string; name: string }[];
  headers: Record<string, string>;
  envelope: { from: { address: string }; to: { address: string }[] };
};

/** The recipients in header and envelope. A mail from before a restart of the mailbox has no envelope recipients. */
const recipientsOf = ({ to, envelope }: ShownMail): string[] =>
  [...to, ...(Array.isArray(envelope.to) ? envelope.to : [])].map(({ address }) => address);

const required = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run tests by "npm test -- <path>", which starts the mailbox`);
  return value;
};

/** The real mail server that all tests share; each test uses its own addresses. */
export const sharedMailbox = () => {
  const url = required('MAILBOX_URL');
  const mails = async (): Promise<ShownMail[]> => (await fetch(`${url}/email`)).json() as Promise<ShownMail[]>;
  const mailsTo = async (address: string): Promise<ShownMail[]> => (await mails()).filter((mail) => recipientsOf(mail).includes(address));
  return {
    smtpUrl: required('SMTP_URL'),
    mails,
    mailsTo,
    waitForMailTo: (address: string): Promise<ShownMail> =>
      waitUntil(async () => (await mailsTo(address))[0], { what: `a mail to ${address}` }),
  };
};
