import { Button, List, Stack, Text, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { lookUpOrder, type OrderLookup } from '../../../api/orders.ts';
import { EmailField } from '../../../components/ui/account-fields.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { Fact, FactList } from '../../../components/ui/fact-list.tsx';
import { FieldLabel } from '../../../components/ui/field-label.tsx';
import { ApiError, userMessageOf } from '../../../lib/api-error.ts';
import { useCheckedForm } from '../../../lib/use-checked-form.ts';
import { useSingleMutation } from '../../../lib/use-single-mutation.ts';
import { LOOKUP_FIELDS, lookupProblems, normalisedLookup } from '../lib/lookup-form.ts';

type LookupTakenProps = { lookup: OrderLookup; message: string; onAgain: () => void };

/** The same text whether the order exists or not. */
export const LookupSent = ({ lookup, message, onAgain }: LookupTakenProps) => (
  <Stack gap="lg">
    <Text>{message}</Text>
    <FactList>
      <Fact name="注文番号">{lookup.orderNumber}</Fact>
      <Fact name="メールアドレス">{lookup.email}</Fact>
    </FactList>
    <List size="sm" c="dimmed" spacing={4}>
      <List.Item>メールが届くまで5〜10分ほどかかることがあります。</List.Item>
      <List.Item>迷惑メールフォルダもご確認ください。</List.Item>
    </List>
    <Button variant="default" onClick={onAgain}>
      もう一度照会する
    </Button>
  </Stack>
);

type Props = { opening: OrderLookup; onTaken: (taken: { lookup: OrderLookup; message: string }) => void };

/** The order number and the email address of the order. */
export const LookupForm = ({ opening, onTaken }: Props) => {
  const form = useCheckedForm({ opening: () => opening, fields: LOOKUP_FIELDS, problemsOf: lookupProblems });
  const lookUp = useSingleMutation({ mutationFn: lookUpOrder });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.check()) return;
    const lookup = normalisedLookup(form.values);
    lookUp.mutate(lookup, {
      onSuccess: ({ message }) => onTaken({ lookup, message }),
      onError: (error) => error instanceof ApiError && form.refuse(error.fields),
    });
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          ref={form.inputRef('orderNumber')}
          label={<FieldLabel required>注文番号</FieldLabel>}
          description="8桁の数字です。ご注文の完了画面と確認メールに記載されています。"
          inputMode="numeric"
          autoComplete="off"
          required
          withAsterisk={false}
          value={form.values.orderNumber}
          onChange={(event) => form.set({ orderNumber: event.currentTarget.value })}
          error={form.errors.orderNumber}
        />
        <EmailField
          ref={form.inputRef('email')}
          description="ご注文時に入力されたメールアドレスです。"
          value={form.values.email}
          onChange={(event) => form.set({ email: event.currentTarget.value })}
          error={form.errors.email}
        />
        {lookUp.isError && (
          <ErrorPanel title="ご注文を照会できませんでした">
            {userMessageOf(lookUp.error, 'しばらくしてからもう一度お試しください。')}
          </ErrorPanel>
        )}
        <Button type="submit" fullWidth loading={lookUp.isPending}>
          照会する
        </Button>
      </Stack>
    </form>
  );
};
