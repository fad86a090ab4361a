/** Variables of the environment, in upper case, and changes of a service's constants. `Shape` has the settings that the service reads. */
export type TestSettings<Shape, Constants> = { [Variable in keyof Shape]?: string } & Partial<Constants>;

const isVariable = (name: string): boolean => name === name.toUpperCase();
const pick = (settings: object, isWanted: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => isWanted(name)));

/** The environment of a process with these settings. */
export const variablesOf = (settings: object): Record<string, string> => pick(settings, isVariable);

/** Loads a service's configuration. */
export const loadWith = <Config, Constants>(
  load: (env: NodeJS.ProcessEnv, changes?: Partial<Constants>) => Config,
  settings: Partial<Constants> & Record<string, unknown>,
): Config => {
  const changes = pick(settings, (name) => !isVariable(name)) as Partial<Constants>;
  // Tests stop services to see the errors that follow.
  return load(variablesOf(settings), { connectRetryMs: 200, ...changes });
};
