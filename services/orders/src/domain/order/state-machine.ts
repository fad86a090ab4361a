export type StateMachine<State extends string> = {
  initial: State;
  /** The states that can change to `target`; a conditional update uses them as its filter. */
  sourcesOf: (target: State) => State[];
  allows: (transition: { from: State; to: State }) => boolean;
};

type Definition<State extends string> = { name: string; initial: State; transitions: Record<State, readonly State[]> };

const reachableFrom = <State extends string>({ initial, transitions }: Definition<State>): Set<State> => {
  const reached = new Set<State>([initial]);
  for (const state of reached) {
    for (const next of transitions[state] ?? []) reached.add(next);
  }
  return reached;
};

/**
 * A state machine as a table: state → the states it can change to. Tables are module constants, so an invalid one stops the service at boot.
 * @throws Error for a transition to an unknown state or to the same state, and for an unreachable state
 */
export const defineStateMachine = <State extends string>(definition: Definition<State>): StateMachine<State> => {
  const { name, initial, transitions } = definition;
  const states = Object.keys(transitions) as State[];
  for (const state of states) {
    for (const target of transitions[state]) {
      if (!states.includes(target)) throw new Error(`${name}: ${state} has a transition to unknown state ${target}`);
      if (target === state) throw new Error(`${name}: ${state} has a transition to itself`);
    }
  }
  const reached = reachableFrom(definition);
  const unreachable = states.filter((state) => !reached.has(state));
  if (unreachable.length > 0) throw new Error(`${name}: unreachable from ${initial}: ${unreachable.join(', ')}`);
  return {
    initial,
    sourcesOf: (target) => states.filter((state) => transitions[state].includes(target)),
    allows: ({ from, to }) => transitions[from].includes(to),
  };
};
