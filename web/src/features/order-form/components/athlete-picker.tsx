import { Input, InputBase, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ComponentType, useEffect, useId, useRef, useState } from 'react';
import { FieldLabel } from '../../../components/ui/field-label.tsx';
import type { AthletePickerProps } from '../lib/athlete-picker-props.ts';
import { athleteText } from '../lib/athlete-search.ts';
import { useSheet } from '../lib/use-sheet.ts';
import styles from './athlete-picker.module.css';

/**
 * The lists are the form's largest code and only needed after a click, so they are loaded after the form. Not with lazy(), which shows its
 * fallback for a moment even when the code is loaded, so that a quick Tab would skip the field.
 */
const loadedAfterForm = <Props,>(load: () => Promise<ComponentType<Props>>) => {
  let loaded: ComponentType<Props> | null = null;
  return (): ComponentType<Props> | null => {
    const [component, setComponent] = useState(() => loaded);
    const [failure, setFailure] = useState<unknown>(null);
    useEffect(() => {
      if (component !== null) return;
      load().then((arrived) => {
        loaded = arrived;
        setComponent(() => arrived);
      }, setFailure);
    }, [component]);
    if (failure !== null) throw failure;
    return component;
  };
};

const useCombobox = loadedAfterForm(async () => (await import('./athlete-combobox.tsx')).AthleteCombobox);
const useSheetComponent = loadedAfterForm(async () => (await import('./athlete-sheet.tsx')).AthleteSheet);

const searchIcon = <IconSearch size={18} aria-hidden />;

/** On a desktop: a list below the field. Until it is loaded, the field can be focused and typed into. */
const DeskPicker = ({ initialText, ...props }: AthletePickerProps & { initialText: string }) => {
  const AthleteCombobox = useCombobox();
  const [typed, setTyped] = useState<string | null>(initialText || null);
  const [hasFocus, setHasFocus] = useState(false);
  if (AthleteCombobox !== null) return <AthleteCombobox {...props} initialText={typed} hasFocus={hasFocus} />;
  return (
    <TextInput
      ref={props.inputRef}
      label={<FieldLabel required={!props.isSearch}>{props.label}</FieldLabel>}
      placeholder={props.placeholder}
      autoComplete="off"
      leftSection={searchIcon}
      error={props.error}
      value={typed ?? (props.chosen ? athleteText(props.chosen) : props.unknown)}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onFocus={() => setHasFocus(true)}
      onBlur={() => setHasFocus(false)}
    />
  );
};

/** On a phone: a button that opens a sheet. */
const PhonePicker = ({ initialText, ...props }: AthletePickerProps & { initialText: string }) => {
  const AthleteSheet = useSheetComponent();
  const sheet = useSheet();
  const button = useRef<HTMLElement | null>(null);
  const id = useId();
  const { label, placeholder, chosen, isSearch, unknown, error, inputRef, onChoose } = props;
  const value = chosen ? athleteText(chosen) : unknown;
  const focusField = () => button.current?.focus();

  return (
    <>
      <InputBase
        component="button"
        type="button"
        id={id}
        ref={(element: HTMLButtonElement | null) => {
          button.current = element;
          inputRef?.(element);
        }}
        label={<FieldLabel required={!isSearch}>{label}</FieldLabel>}
        labelProps={{ id: `${id}-label` }}
        // The label alone would hide the choice from a screen reader.
        aria-labelledby={`${id}-label ${id}-value`}
        aria-haspopup="dialog"
        leftSection={searchIcon}
        error={error}
        pointer
        classNames={{ input: styles.button }}
        onClick={() => sheet.open({ onClosed: focusField })}
      >
        <span id={`${id}-value`}>{value === '' ? <Input.Placeholder>{placeholder}</Input.Placeholder> : value}</span>
      </InputBase>
      {AthleteSheet !== null && (
        <AthleteSheet
          {...props}
          isOpen={sheet.isOpen}
          initialText={initialText}
          onClose={() => sheet.close()}
          onChoose={(athlete) =>
            sheet.close(() => {
              focusField();
              onChoose(athlete);
            })
          }
        />
      )}
    </>
  );
};

const PHONE = '(max-width: 47.99em)';

/** Chooses an athlete by number or name, from thousands. */
export const AthletePicker = ({ initialText = '', ...props }: AthletePickerProps & { initialText?: string }) => {
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  return isPhone ? <PhonePicker {...props} initialText={initialText} /> : <DeskPicker {...props} initialText={initialText} />;
};

/** The same field where nothing can be chosen yet. */
export const DisabledAthletePicker = ({ label, placeholder }: Pick<AthletePickerProps, 'label' | 'placeholder'>) => (
  <TextInput label={<FieldLabel required>{label}</FieldLabel>} placeholder={placeholder} leftSection={searchIcon} readOnly disabled />
);
