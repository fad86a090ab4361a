import { Button, Group, Stack, Text } from '@mantine/core';
import { emailSchema, type OrderLife } from '@stagereel/contracts';
import { type FormEvent, useRef, useState } from 'react';
import { EmailField } from '../../../components/ui/email-field.tsx';
import { Fact, FactList } from '../../../components/ui/fact-list.tsx';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { keepImeEnter } from '../../../lib/ime.ts';
import { DetailSection } from './detail-section.tsx';
import { actKey, type OrderActs } from './use-order-acts.ts';

const problemOf = ({ typed, present }: { typed: string; present: string }): string | null => {
  const parsed = emailSchema.safeParse(typed);
  if (!parsed.success) return 'メールアドレスの形式が正しくありません。';
  return parsed.data === present ? '現在と同じメールアドレスです。' : null;
};

type Props = { life: OrderLife; acts: OrderActs };

const AddressForm = ({ life, acts, onClose }: Props & { onClose: () => void }) => {
  const [typed, setTyped] = useState(life.email);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const failure = acts.failureAt(actKey({ kind: 'correct' }));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = problemOf({ typed, present: life.email });
    setProblem(wrong);
    if (wrong !== null) return field.current?.focus();
    acts.run({ kind: 'correct', email: typed }, { onDone: onClose });
  };

  return (
    <form onSubmit={submit} onKeyDown={keepImeEnter} noValidate>
      <Stack gap="sm">
        <EmailField
          ref={field}
          autoComplete="off"
          autoFocus
          description="購入履歴・領収書・ダウンロードページは、変更後のアドレスのお客様のものになり、今のダウンロードリンクは使えなくなります。"
          maxLength={254}
          value={typed}
          error={problem}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setProblem(null);
          }}
        />
        {failure !== null && <FormErrors messages={[failure]} />}
        <Group gap="sm">
          <Button type="submit" size="sm" h={44} loading={acts.isRunning(actKey({ kind: 'correct' }))}>
            アドレスを変更する
          </Button>
          <Button variant="default" size="sm" h={44} onClick={onClose}>
            キャンセル
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

/** Who ordered; a mistyped address can be put right. */
export const CustomerSection = ({ life, acts }: Props) => {
  const [isEditing, setIsEditing] = useState(false);
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
