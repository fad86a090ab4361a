import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useEffect, useState } from 'react';
import { FieldLabel } from '../../../components/ui/field-label.tsx';
import type { AthleteFieldProps } from './athlete-field-props.ts';
import { ATHLETE_LABEL } from './athlete-field-props.ts';

type Combobox = ComponentType<Omit<AthleteFieldProps, 'hasCategory'>>;
let loaded: Combobox | null = null;

/**
 * The list and its placing are the form's heaviest code, and of use only once a category is chosen, so they come behind the form.
 * No lazy(): that shows its fallback for a moment even when the code is there, and a quick Tab would pass the field by.
 */
const useCombobox = (): Combobox | null => {
  const [combobox, setCombobox] = useState<Combobox | null>(() => loaded);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    if (combobox !== null) return;
    import('./athlete-combobox.tsx').then(({ AthleteCombobox }) => {
      loaded = AthleteCombobox;
      setCombobox(() => AthleteCombobox);
    }, setFailure);
  }, [combobox]);
  if (failure !== null) throw failure;
  return combobox;
};

/** The athlete of an item; waits for its category. */
export const AthleteField = ({ hasCategory, ...props }: AthleteFieldProps) => {
  const AthleteCombobox = useCombobox();
  if (hasCategory && AthleteCombobox !== null) return <AthleteCombobox {...props} />;
  return (
    <TextInput
      label={<FieldLabel required>{ATHLETE_LABEL}</FieldLabel>}
      description={hasCategory ? '読み込み中...' : '先にカテゴリーを選択してください。'}
      leftSection={<IconSearch size={18} aria-hidden />}
      value={hasCategory ? props.value : ''}
      readOnly
      disabled
    />
  );
};
