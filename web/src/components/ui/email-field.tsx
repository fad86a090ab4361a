import type { TextInputProps } from '@mantine/core';
import { TextInput } from '@mantine/core';
import { FieldLabel } from './field-label.tsx';

type Props = Omit<TextInputProps, 'label' | 'type'>;

/** A required e-mail address, typed on a keyboard for addresses and filled in by the browser. */
export const EmailField = (props: Props) => (
  <TextInput
    label={<FieldLabel required>メールアドレス</FieldLabel>}
    type="email"
    inputMode="email"
    autoComplete="email"
    autoCapitalize="off"
    spellCheck={false}
    required
    withAsterisk={false}
    {...props}
  />
);
