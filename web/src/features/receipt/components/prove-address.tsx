import { Anchor, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { paths } from '../../../config/paths.ts';
import { withSignInState } from '../../../lib/sign-in-state.ts';
import { AddressCodeForm } from './address-code-form.tsx';
import type { SentTo } from './address-form.tsx';
import { AddressForm } from './address-form.tsx';

type Props = {
  /** Why the address is asked for. */
  lead: string;
  /** It comes in the middle of something. */
  isNews?: boolean;
  onProven: () => void;
};

/** Whoever has the mailbox of an order may have its receipt: by a code, or by signing in with that address. */
export const ProveAddress = ({ lead, isNews = false, onProven }: Props) => {
  const [sent, setSent] = useState<SentTo | null>(null);
  const [typedEmail, setTypedEmail] = useState<string | null>(null);
  const { pathname } = useLocation();

  const goBack = () => {
    setTypedEmail(sent?.email ?? null);
    setSent(null);
  };

  return (
    <DataCard title="ご本人の確認">
      <Stack gap="lg">
        {sent === null ? (
          <>
            <Text role={isNews ? 'alert' : undefined}>{lead}</Text>
            <AddressForm initialEmail={typedEmail} onSent={setSent} />
            <Text size="sm">
              会員の方は、
              <Anchor component={Link} to={paths.login.to()} state={withSignInState({ from: pathname })}>
                ログイン
              </Anchor>
              すると認証コードなしで発行できます。
            </Text>
          </>
        ) : (
          <AddressCodeForm sent={sent} onSentAgain={setSent} onBack={goBack} onProven={onProven} />
        )}
      </Stack>
    </DataCard>
  );
};
