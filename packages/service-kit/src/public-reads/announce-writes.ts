import type { WhileWriting } from './versions.ts';

type Methods = Record<string, (...input: never[]) => Promise<unknown>>;

/** For each method of a repository, the scopes that a call writes; `null`: the method changes nothing that visitors read. */
export type ScopesOf<Repository extends Methods> = {
  [Name in keyof Repository]: ((...input: Parameters<Repository[Name]>) => readonly string[] | Promise<readonly string[]>) | null;
};

type Input<Repository extends Methods> = { repository: Repository; scopes: ScopesOf<Repository>; whileWriting: WhileWriting };

/** The repository, with every write announced, so that the gateway repeats no older response from memory. */
export const announceWrites = <Repository extends Methods>({ repository, scopes, whileWriting }: Input<Repository>): Repository => {
  const announced = Object.entries(repository).map(([name, method]) => {
    const scopesOf = scopes[name];
    if (!scopesOf) return [name, method];
    const write: Methods[string] = async (...input) => {
      const written = await scopesOf(...(input as Parameters<Repository[string]>));
      return written.length === 0 ? method(...input) : whileWriting(written, () => method(...input));
    };
    return [name, write];
  });
  return Object.fromEntries(announced);
};
