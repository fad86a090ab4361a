import { Button, Group, Text } from '@mantine/core';
import { emailSchema, type OrderLife } from '@stagereel/contracts';
import { useRef, useState } from 'react';
import { EmailField } from '../../../components/ui/email-field.tsx';
import { Fact, FactList } from '../../../components/ui/fact-list.tsx';
import { ActForm } from './act-form.tsx';
import { DetailSection } from './detail-section.tsx';
import { actKey, type OrderActs } from './use-order-acts.ts';

const KEY = actKey({ kind: 'correct' });

const problemOf = ({ typed, present }: { typed: string; present: string }): string | null => {
  const parsed = emailSchema.safeParse(typed);
  if (!parsed.success) return 'メールアドレスの形式が正しくありません。';
  return parsed.data === present ? '現在と同じメールアドレスです。' : null;
};

type Props = { life: OrderLife; acts: OrderActs };

const AddressForm = ({ life, acts, onClose }: Props & { onClose: () => void }) => (
  <ActForm
    acts={acts}
    actKey={KEY}
    initial={life.email}
    problemOf={(typed) => problemOf({ typed, present: life.email })}
    onSend={(email) => acts.run({ kind: 'correct', email }, { onDone: onClose })}
    submitLabel="アドレスを変更する"
    onClose={onClose}
  >
    {(field) => (
      <EmailField
        {...field}
        autoComplete="off"
        description="購入履歴・領収書・ダウンロードページは、変更後のアドレスのお客様のものになります。今のダウンロードリンクは使えなくなり、動画はすべて、もう一度ダウンロードできるようになります。"
        maxLength={254}
      />
    )}
  </ActForm>
);

/** Who ordered; a mistyped address can be put right. */
export const CustomerSection = ({ life, acts }: Props) => {
  const [isEditing, setIsEditing] = useState(acts.draftOf(KEY) !== null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsEditing(false);
    // The form takes the focus with it when it goes.
    setTimeout(() => opener.current?.focus());
  };

  return (
    <DetailSection title="お客様">
      {isEditing ? (
        <AddressForm life={life} acts={acts} onClose={close} />
      ) : (
        <FactList>
          <Fact name="お名前">{life.customerName}</Fact>
          <Fact name="メールアドレス">
            <Group gap="sm">
              <Text span>{life.email}</Text>
              <Button ref={opener} variant="default" size="sm" h={44} onClick={() => setIsEditing(true)}>
                アドレスを変更
              </Button>
            </Group>
          </Fact>
        </FactList>
      )}
    </DetailSection>
  );
};
