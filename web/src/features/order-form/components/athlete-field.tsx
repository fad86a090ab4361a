import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { FieldLabel } from '../../../components/ui/field-label.tsx';
import type { AthleteFieldProps } from './athlete-field-props.ts';
import { ATHLETE_LABEL } from './athlete-field-props.ts';

/** The list and its placing are the form's heaviest code, and of use only once a category is chosen. */
const loadCombobox = () => import('./athlete-combobox.tsx');
const AthleteCombobox = lazy(async () => ({ default: (await loadCombobox()).AthleteCombobox }));

const WaitingField = ({ hint, value }: { hint: string; value: string }) => (
  <TextInput
    label={<FieldLabel required>{ATHLETE_LABEL}</FieldLabel>}
    description={hint}
    leftSection={<IconSearch size={18} aria-hidden />}
    value={value}
    readOnly
    disabled
  />
);

/** The athlete of an item; waits for its category. */
export const AthleteField = ({ hasCategory, ...props }: AthleteFieldProps) => {
  if (!hasCategory) return <WaitingField hint="先にカテゴリーを選択してください。" value="" />;
  return (
    <Suspense fallback={<WaitingField hint="読み込み中..." value={props.value} />}>
      <AthleteCombobox {...props} />
    </Suspense>
  );
};

/** Fetches the list's code ahead of the first choice. */
export const preloadAthleteField = (): void => void loadCombobox().catch(() => undefined);
