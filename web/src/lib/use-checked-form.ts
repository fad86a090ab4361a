import { useRef, useState } from 'react';

type Problems<Field extends string> = Partial<Record<Field, string>>;

type Options<Values extends Record<Field, unknown>, Field extends string> = {
  opening: () => Values;
  /** In screen order. */
  fields: readonly Field[];
  /** The error texts by field. */
  problemsOf: (values: Values) => Problems<Field>;
};

/**
 * The state of a form: errors are shown after the first submit and disappear when corrected; the first invalid field gets the focus. An
 * error of the server stays until its field changes.
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
    /** Returns whether the form is valid; if not, shows the errors and focuses the first invalid field. */
    check: (): boolean => {
      setWasChecked(true);
      return !focusFirst(problems);
    },
    /**
     * Shows the server's errors under their fields.
     * @returns whether any of them belongs to this form
     */
    refuse: (byField: Readonly<Record<string, string>>): boolean => {
      const known: Problems<Field> = {};
      for (const field of fields) if (byField[field] !== undefined) known[field] = byField[field];
      setRefused(known);
      return focusFirst(known);
    },
  };
};
