import { Button, Stack, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { EmailField } from '../../../components/ui/email-field.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { FieldLabel } from '../../../components/ui/field-label.tsx';
import { ApiError, userMessageOf } from '../../../lib/api-error.ts';
import { useCheckedForm } from '../../../lib/use-checked-form.ts';
import { useSingleMutation } from '../../../lib/use-single-mutation.ts';
import type { OrderLookup } from '../api/look-up-order.ts';
import { lookUpOrder } from '../api/look-up-order.ts';
import { LOOKUP_FIELDS, lookupProblems, normalisedLookup } from '../model/lookup-form.ts';

type Props = { opening: OrderLookup; onTaken: (taken: { lookup: OrderLookup; message: string }) => void };

/** Which order, and the address it was ordered with. */
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
