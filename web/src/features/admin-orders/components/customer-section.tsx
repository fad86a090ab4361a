import { Button, Group, Text } from '@mantine/core';
import { emailSchema, type OrderTimeline } from '@stagereel/contracts';
import { useRef, useState } from 'react';
import { DetailSection } from '../../../components/admin-order/detail-section.tsx';
import { EmailField } from '../../../components/ui/account-fields.tsx';
import { Fact, FactList } from '../../../components/ui/fact-list.tsx';
import { ActionForm } from './action-form.tsx';
import { actionKey, type OrderDetailActions } from './use-order-detail-actions.ts';

const KEY = actionKey({ kind: 'correct' });

const emailProblem = ({ typed, current }: { typed: string; current: string }): string | null => {
  const parsed = emailSchema.safeParse(typed);
  if (!parsed.success) return 'メールアドレスの形式が正しくありません。';
  return parsed.data === current ? '現在と同じメールアドレスです。' : null;
};

type Props = { timeline: OrderTimeline; actions: OrderDetailActions };

const AddressForm = ({ timeline, actions, onClose }: Props & { onClose: () => void }) => (
  <ActionForm
    actions={actions}
    actionKey={KEY}
    initial={timeline.email}
    problemOf={(typed) => emailProblem({ typed, current: timeline.email })}
    onSend={(email) => actions.run({ kind: 'correct', email }, { onDone: onClose })}
    submitLabel="アドレスを変更する"
    onCancelled={onClose}
  >
    {(field) => (
      <EmailField
        {...field}
        autoComplete="off"
        description="購入履歴・領収書・ダウンロードページは、変更後のアドレスのお客様のものになります。今のダウンロードリンクは使えなくなり、動画はすべて、もう一度ダウンロードできるようになります。"
        maxLength={254}
      />
    )}
  </ActionForm>
);

/** The customer's name and email address. A mistyped address can be corrected. */
export const CustomerSection = ({ timeline, actions }: Props) => {
  const [isEditing, setIsEditing] = useState(actions.draftOf(KEY) !== null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsEditing(false);
    // The focused form is unmounted; the button is mounted after that.
    setTimeout(() => opener.current?.focus());
  };

  return (
    <DetailSection title="お客様">
      {isEditing ? (
        <AddressForm timeline={timeline} actions={actions} onClose={close} />
      ) : (
        <FactList>
          <Fact name="お名前">{timeline.customerName}</Fact>
          <Fact name="メールアドレス">
            <Group gap="sm">
              <Text span>{timeline.email}</Text>
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
