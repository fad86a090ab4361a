import type { TextInputProps } from '@mantine/core';
import { TextInput } from '@mantine/core';
import { FieldLabel } from './field-label.tsx';

/** A person's name, required, filled in by the browser. */
export const NameField = (props: Omit<TextInputProps, 'label'>) => (
  <TextInput label={<FieldLabel required>お名前</FieldLabel>} autoComplete="name" required withAsterisk={false} {...props} />
);
