import { Combobox, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { FieldLabel } from '../../../components/ui/field-label.tsx';
import type { AthletePickerProps } from '../lib/athlete-picker-props.ts';
import { athleteText, exactAthlete } from '../lib/athlete-search.ts';
import { useAthleteList } from '../lib/use-athlete-list.ts';
import styles from './athlete-combobox.module.css';
import { AthleteOptions } from './athlete-options.tsx';

type Props = AthletePickerProps & {
  /** What was typed before this code was loaded. */
  initialText: string | null;
  hasFocus: boolean;
};

/** Chooses an athlete by number or name, from thousands, in a list below the field. */
export const AthleteCombobox = ({ athletes, chosen, onChoose, showsCategory, isSearch, initialText, hasFocus, ...field }: Props) => {
  // The text being typed; null to show the chosen athlete.
  const [typed, setTyped] = useState(initialText);
  const input = useRef<HTMLInputElement>(null);

  const choose = (athlete: (typeof athletes)[number]) => {
    setTyped(null);
    list.combobox.closeDropdown();
    onChoose(athlete);
  };
  const list = useAthleteList({ athletes, chosen, typed, onChoose: choose });
  const { combobox, isOpen } = list;

  const showMatches = (text: string) => {
    setTyped(text);
    list.highlightBestMatch(text);
    combobox.openDropdown();
  };

  /** Text that matches exactly one athlete chooses that athlete, also without selecting a row. The search keeps its text for later. */
  const leave = () => {
    combobox.closeDropdown();
    if (isSearch) return;
    const meant = typed === null ? null : exactAthlete(list.index, typed);
    if (meant !== null) onChoose(meant);
    setTyped(null);
  };

  // This field replaces the one that was there while its code was loading.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the field appears
  useEffect(() => {
    if (!hasFocus) return leave();
    input.current?.focus();
    if (!initialText) return;
    // Typing goes on at the end of what was typed.
    input.current?.setSelectionRange(initialText.length, initialText.length);
    showMatches(initialText);
  }, []);

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={list.submit}
      // Above the total, which covers everything in the form. Within the main part, so that it belongs to a landmark.
      portalProps={{ target: '#main' }}
      shadow="md"
      middlewares={{ flip: true, shift: true }}
      // Content that loads late above the form can move the field, so scroll its open list back into view.
      hideDetached={false}
    >
      <Combobox.Target withAriaAttributes={false}>
        <TextInput
          ref={(element) => {
            input.current = element;
            field.inputRef?.(element);
          }}
          label={<FieldLabel required={!isSearch}>{field.label}</FieldLabel>}
          placeholder={field.placeholder}
          autoComplete="off"
          enterKeyHint="done"
          leftSection={<IconSearch size={18} aria-hidden />}
          leftSectionPointerEvents="none"
          {...list.ariaOf(isOpen)}
          error={field.error}
          value={typed ?? (chosen ? athleteText(chosen) : field.unknown)}
          onChange={(event) => showMatches(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          onClick={() => combobox.openDropdown()}
          onKeyDown={(event) => {
            // Enter in the field never submits the form, even without a match.
            if (event.key === 'Enter' && (isOpen || isSearch)) event.preventDefault();
          }}
          onBlur={leave}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <AthleteOptions {...list.listProps} showsCategory={showsCategory} className={styles.options} />
      </Combobox.Dropdown>
      <span className="visually-hidden" role="status">
        {isOpen && list.announcement}
      </span>
    </Combobox>
  );
};
