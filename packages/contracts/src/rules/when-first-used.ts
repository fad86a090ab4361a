/**
 * Creates a value when it is first asked for. For what would delay each start of a service: the first formatter of `Intl` in a process, for example,
 * reads the data of a locale, which takes 5 to 20 ms.
 */
export const whenFirstUsed = <Value>(create: () => Value): (() => Value) => {
  let value: Value | undefined;
  return () => {
    value ??= create();
    return value;
  };
};
