import type { TextInputProps } from '@mantine/core';
import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'aria-label' | 'placeholder'> & {
  label: string;
  /** The label. */
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
};

/** A search field that filters while typing and has a clear button. */
export const SearchField = ({ label, placeholder, value, onChange, ...props }: Props) => (
  <TextInput
    aria-label={label}
    placeholder={placeholder}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    leftSection={<IconSearch size={18} aria-hidden />}
    rightSection={value !== '' && <CloseButton size={44} aria-label="検索条件を消す" onClick={() => onChange('')} />}
    rightSectionWidth={48}
    flex={1}
    {...props}
  />
);
