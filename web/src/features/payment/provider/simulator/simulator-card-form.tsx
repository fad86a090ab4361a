import { Alert, Stack } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useImperativeHandle, useRef, useState } from 'react';
import type { CardErrors, CardField } from '../../model/card-fields.ts';
import { checkCard, EMPTY_CARD } from '../../model/card-fields.ts';
import type { CardFormProps } from '../card-provider.ts';
import { HolderNameField } from '../holder-name-field.tsx';
import { CardNumberFields } from './card-number-fields.tsx';
import { confirmCard } from './simulator-api.ts';

const FIELDS: readonly CardField[] = ['name', 'number', 'expiry', 'cvc'];

/** The card form where a simulator stands in for Stripe. What is typed goes to the provider alone and is stored nowhere. */
export const SimulatorCardForm = ({ intent, isDisabled, ref }: CardFormProps) => {
  const [fields, setFields] = useState(EMPTY_CARD);
  const [errors, setErrors] = useState<CardErrors>({});
  const inputs = useRef<Partial<Record<CardField, HTMLInputElement | null>>>({});

  useImperativeHandle(ref, () => ({
    confirm: async ({ returnUrl, onSend }) => {
      const checked = checkCard(fields, new Date());
      if (!checked.ok) {
        setErrors(checked.errors);
        const first = FIELDS.find((field) => checked.errors[field] !== undefined);
        if (first !== undefined) inputs.current[first]?.focus();
        return { kind: 'incomplete' };
      }
      onSend();
      return confirmCard({ intent, card: checked.card, returnUrl });
    },
  }));

  const set = (field: CardField) => (value: string) => {
    setFields((current) => ({ ...current, [field]: value }));
    setErrors((current) => ({ ...current, [field]: undefined }));
  };
  const inputRef = (field: CardField) => (element: HTMLInputElement | null) => {
    inputs.current[field] = element;
  };

  return (
    <Stack gap="md">
      <Alert variant="light" role="note" icon={<IconInfoCircle aria-hidden />} title="デモ用の決済画面です">
        実際の請求は行われません。テスト用のカード番号 4242 4242 4242
        4242、将来の有効期限、任意の3桁のセキュリティコードでお試しいただけます。
      </Alert>
      <HolderNameField ref={inputRef('name')} value={fields.name} onChange={set('name')} error={errors.name} disabled={isDisabled} />
      <CardNumberFields fields={fields} errors={errors} set={set} inputRef={inputRef} isDisabled={isDisabled} />
    </Stack>
  );
};
