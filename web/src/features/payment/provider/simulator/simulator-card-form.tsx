import { Stack, Text, TextInput } from '@mantine/core';
import { useImperativeHandle, useRef, useState } from 'react';
import { FieldLabel } from '../../../../components/ui/field-label.tsx';
import {
  CARD_FIELDS,
  type CardErrors,
  type CardField,
  type CardFields,
  checkCard,
  EMPTY_CARD,
  groupNumber,
  separateExpiry,
} from '../../lib/card-fields.ts';
import type { CardFormProps } from '../card-provider.ts';
import { HolderNameField } from '../holder-name-field.tsx';
import { CardBrandMarks } from './card-brand-marks.tsx';
import { confirmCard } from './simulator-api.ts';
import styles from './simulator-card-form.module.css';

type CardNumberFieldsProps = {
  fields: CardFields;
  errors: CardErrors;
  set: (field: CardField) => (value: string) => void;
  inputRef: (field: CardField) => (element: HTMLInputElement | null) => void;
  isDisabled: boolean;
};

const CardNumberFields = ({ fields, errors, set, inputRef, isDisabled }: CardNumberFieldsProps) => {
  const propsOf = (field: CardField) => ({
    ref: inputRef(field),
    inputMode: 'numeric' as const,
    required: true,
    withAsterisk: false,
    disabled: isDisabled,
    value: fields[field],
    error: errors[field],
    onChange: (event: { currentTarget: HTMLInputElement }) => set(field)(event.currentTarget.value),
  });
  const group = () => {
    const grouped = groupNumber(fields.number);
    if (grouped !== fields.number) set('number')(grouped);
  };
  return (
    <>
      <div className={styles.number}>
        <TextInput
          {...propsOf('number')}
          label={<FieldLabel required>カード番号</FieldLabel>}
          placeholder="1234 5678 9012 3456"
          autoComplete="cc-number"
          onBlur={group}
        />
        <span className={styles.brands}>
          <CardBrandMarks number={fields.number} />
        </span>
      </div>
      <div className={styles.pair}>
        <TextInput
          {...propsOf('expiry')}
          label={<FieldLabel required>有効期限</FieldLabel>}
          description="月/年"
          placeholder="12/30"
          autoComplete="cc-exp"
          onChange={(event) => {
            const { value } = event.currentTarget;
            // A deleted digit or slash stays deleted.
            set('expiry')(value.length > fields.expiry.length ? separateExpiry(value) : value);
          }}
        />
        <TextInput
          {...propsOf('cvc')}
          label={<FieldLabel required>セキュリティコード</FieldLabel>}
          description="裏面の3桁など"
          placeholder="123"
          autoComplete="cc-csc"
        />
      </div>
    </>
  );
};

/** The card form for the Stripe simulator. The input is sent only to the provider and is not stored. */
export const SimulatorCardForm = ({ intent, isDisabled, ref }: CardFormProps) => {
  const [fields, setFields] = useState(EMPTY_CARD);
  const [errors, setErrors] = useState<CardErrors>({});
  const inputs = useRef<Partial<Record<CardField, HTMLInputElement | null>>>({});

  useImperativeHandle(ref, () => ({
    confirm: async ({ returnUrl, onSend }) => {
      const checked = checkCard(fields, new Date());
      if (!checked.ok) {
        setErrors(checked.errors);
        const first = CARD_FIELDS.find((field) => checked.errors[field] !== undefined);
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
      <CardNumberFields fields={fields} errors={errors} set={set} inputRef={inputRef} isDisabled={isDisabled} />
      <HolderNameField ref={inputRef('name')} value={fields.name} onChange={set('name')} error={errors.name} disabled={isDisabled} />
      <Text size="sm" c="dimmed" role="note">
        デモ用の決済画面です。実際の請求は行われません。テスト用のカード番号 4242 4242 4242
        4242、将来の有効期限、任意の3桁のセキュリティコードでお試しいただけます。
      </Text>
    </Stack>
  );
};
