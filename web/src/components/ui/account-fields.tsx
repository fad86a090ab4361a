import { TextInput, type TextInputProps } from '@mantine/core';
import { FieldLabel } from './field-label.tsx';

type EmailFieldProps = Omit<TextInputProps, 'label' | 'type'>;

/** A required email address with the matching keyboard and autocompletion. */
export const EmailField = (props: EmailFieldProps) => (
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

/** A required name with autocompletion. */
export const NameField = (props: Omit<TextInputProps, 'label'>) => (
  <TextInput label={<FieldLabel required>お名前</FieldLabel>} autoComplete="name" required withAsterisk={false} {...props} />
);
