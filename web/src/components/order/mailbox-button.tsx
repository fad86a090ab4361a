import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { mailboxLinkOf } from '../../lib/mailbox-link.ts';

/** Opens the mail app or the webmail of an address. Not shown where neither is known. */
export const MailboxButton = ({ email }: { email: string }) => {
  const link = mailboxLinkOf({ email, device: navigator });
  if (link === null) return null;
  return (
    <Button
      component="a"
      href={link.href}
      variant="default"
      leftSection={<IconMail size={20} aria-hidden />}
      {...(!link.isApp && { target: '_blank', rel: 'noopener noreferrer', 'aria-label': `${link.label}（新しいタブで開きます）` })}
    >
      {link.label}
    </Button>
  );
};
