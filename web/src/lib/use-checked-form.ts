import { useRef, useState } from 'react';

type Problems<Field extends string> = Partial<Record<Field, string>>;

type Options<Values extends Record<Field, unknown>, Field extends string> = {
  opening: () => Values;
  /** In the order they stand on the screen. */
  fields: readonly Field[];
  /** What is wrong with each field, as the person reads it. */
  problemsOf: (values: Values) => Problems<Field>;
};

/**
 * The fields of a form: errors show after the first attempt to send it and go as they are mended, and the first wrong field takes the focus.
 * What the server says of a field stands under it until that field is changed.
 */
export const useCheckedForm = <Values extends Record<Field, unknown>, Field extends string>({
  opening,
  fields,
  problemsOf,
}: Options<Values, Field>) => {
  const [values, setValues] = useState(opening);
  const [wasChecked, setWasChecked] = useState(false);
  const [refused, setRefused] = useState<Problems<Field>>({});
  const inputs = useRef<Partial<Record<Field, HTMLInputElement | null>>>({});
  const problems = problemsOf(values);

  const focusFirst = (wrong: Problems<Field>): boolean => {
    const first = fields.find((field) => wrong[field] !== undefined);
    if (first === undefined) return false;
    inputs.current[first]?.focus();
    return true;
  };

  return {
    values,
    errors: wasChecked ? { ...refused, ...problems } : refused,
    set: (changes: Partial<Values>) => {
      setValues((current) => ({ ...current, ...changes }));
      setRefused((current) => ({ ...current, ...Object.fromEntries(Object.keys(changes).map((field) => [field, undefined])) }));
    },
    inputRef: (field: Field) => (element: HTMLInputElement | null) => {
      inputs.current[field] = element;
    },
    focus: (field: Field) => inputs.current[field]?.focus(),
    /** Whether all is well; else the errors show and the first wrong field has the focus. */
    check: (): boolean => {
      setWasChecked(true);
      return !focusFirst(problems);
    },
    /** Shows the server's words under their fields. @returns whether any of them belongs to this form */
    refuse: (byField: Readonly<Record<string, string>>): boolean => {
      const known: Problems<Field> = {};
      for (const field of fields) if (byField[field] !== undefined) known[field] = byField[field];
      setRefused(known);
      return focusFirst(known);
    },
  };
};
