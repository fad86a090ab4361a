import { TextInput } from '@mantine/core';
import { useEditedText } from './use-edited-text.ts';

type Props = {
  label: string;
  value: string;
  save: (text: string) => string | null;
  disabled: boolean;
  maxLength: number;
  /** A price: digits, saved only when the field is left. */
  isAmount?: boolean;
  placeholder?: string;
};

/** A cell that is a field; its error stands under it and what was typed stays. */
export const TextCell = ({ label, value, save, disabled, maxLength, isAmount = false, placeholder }: Props) => {
  const { field, error } = useEditedText({ value, save, savesOnPause: !isAmount });
  return (
    <td>
      <TextInput
        size="sm"
        aria-label={label}
        inputMode={isAmount ? 'numeric' : 'text'}
        maxLength={maxLength}
        placeholder={placeholder}
        autoComplete="off"
        error={error}
        disabled={disabled}
        {...field}
      />
    </td>
  );
};
