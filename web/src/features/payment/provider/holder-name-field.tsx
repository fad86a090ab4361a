import { TextInput } from '@mantine/core';
import type { Ref } from 'react';
import { FieldLabel } from '../../../components/ui/field-label.tsx';

type Props = { ref: Ref<HTMLInputElement>; value: string; onChange: (value: string) => void; error: string | undefined; disabled: boolean };

/** The cardholder's name, a field of every provider's form. */
export const HolderNameField = ({ ref, value, onChange, error, disabled }: Props) => (
  <TextInput
    ref={ref}
    label={<FieldLabel required>カード名義人</FieldLabel>}
    description="カードの表記どおりに入力してください。"
    placeholder="TARO YAMADA"
    autoComplete="cc-name"
    autoCapitalize="characters"
    spellCheck={false}
    required
    withAsterisk={false}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    error={error}
    disabled={disabled}
  />
);
