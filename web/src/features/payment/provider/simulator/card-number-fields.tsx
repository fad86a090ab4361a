import { SimpleGrid, TextInput } from '@mantine/core';
import { FieldLabel } from '../../../../components/ui/field-label.tsx';
import type { CardErrors, CardField, CardFields } from '../../model/card-fields.ts';
import { groupNumber } from '../../model/card-fields.ts';

type Props = {
  fields: CardFields;
  errors: CardErrors;
  set: (field: CardField) => (value: string) => void;
  inputRef: (field: CardField) => (element: HTMLInputElement | null) => void;
  isDisabled: boolean;
};

export const CardNumberFields = ({ fields, errors, set, inputRef, isDisabled }: Props) => {
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
      <TextInput
        {...propsOf('number')}
        label={<FieldLabel required>カード番号</FieldLabel>}
        placeholder="1234 5678 9012 3456"
        autoComplete="cc-number"
        onBlur={group}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          {...propsOf('expiry')}
          label={<FieldLabel required>有効期限</FieldLabel>}
          description="月/年"
          placeholder="12/30"
          autoComplete="cc-exp"
          inputMode="text"
        />
        <TextInput
          {...propsOf('cvc')}
          label={<FieldLabel required>セキュリティコード</FieldLabel>}
          description="裏面の3桁など"
          placeholder="123"
          autoComplete="cc-csc"
        />
      </SimpleGrid>
    </>
  );
};
