export type LifeCycle<State extends string> = {
  initial: State;
  /** The states from which a thing may move to `target`: what a conditional update asks for in its filter. */
  sourcesOf: (target: State) => State[];
  allows: (move: { from: State; to: State }) => boolean;
};

type LifeCycleTable<State extends string> = { name: string; initial: State; moves: Record<State, readonly State[]> };

const reachableFrom = <State extends string>({ initial, moves }: Pick<LifeCycleTable<State>, 'initial' | 'moves'>): Set<State> => {
  const reached = new Set<State>([initial]);
  for (const state of reached) {
    for (const next of moves[state] ?? []) reached.add(next);
  }
  return reached;
};

/**
 * A life cycle as a table: state → the states it may become. Tables are module constants, so a wrong one stops the service at boot.
 * @throws when a move leads nowhere or to where it began, or when a state can never be reached
 */
export const defineLifeCycle = <State extends string>({ name, initial, moves }: LifeCycleTable<State>): LifeCycle<State> => {
  const states = Object.keys(moves) as State[];
  for (const state of states) {
    for (const target of moves[state]) {
      if (!states.includes(target)) throw new Error(`${name}: ${state} may become ${target}, which is no state of it`);
      if (target === state) throw new Error(`${name}: ${state} may become itself`);
    }
  }
  const reached = reachableFrom({ initial, moves });
  const lost = states.filter((state) => !reached.has(state));
  if (lost.length > 0) throw new Error(`${name}: nothing leads from ${initial} to ${lost.join(', ')}`);
  return {
    initial,
    sourcesOf: (target) => states.filter((state) => moves[state].includes(target)),
    allows: ({ from, to }) => moves[from].includes(to),
  };
};
