import { TextInput } from '@mantine/core';
import { useEditedText } from './use-edited-text.ts';

type Props = {
  label: string;
  value: string;
  save: (text: string) => string | null;
  disabled: boolean;
  inputMode?: 'numeric' | 'text';
  maxLength?: number;
};

/** A cell that is a field; its error stands under it and what was typed stays. */
export const TextCell = ({ label, value, save, disabled, inputMode = 'text', maxLength = 20 }: Props) => {
  const { text, error, onChange, onBlur } = useEditedText({ value, save });
  return (
    <td>
      <TextInput
        size="sm"
        aria-label={label}
        inputMode={inputMode}
        maxLength={maxLength}
        autoComplete="off"
        value={text}
        error={error}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onBlur}
      />
    </td>
  );
};
