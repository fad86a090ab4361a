/**
 * Creates a value when it is first asked for. For formatters of `Intl`: the first of a process reads the data of a locale, which takes 5 to 20 ms, and
 * would delay each start of a service.
 */
export const whenFirstUsed = <Value>(create: () => Value): (() => Value) => {
  let value: Value | undefined;
  return () => {
    value ??= create();
    return value;
  };
};
