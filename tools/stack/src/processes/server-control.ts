/**
 * One server under the launcher's control, whichever way it runs (a process, a container, or somebody else's).
 * It may be started and ended any number of times and keeps its address and data.
 */
export type ServerControl = {
  name: string;
  /** Resolves when the server answers; throws a StackError with its last log lines when it does not. */
  start(): Promise<void>;
  /** Ends it the way it wants to be ended; by force after its grace. */
  stop(): Promise<void>;
  /** Sends a signal; for one that ends the process, resolves when it is gone. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Ids of its processes; empty while it is down or when it does not run as a process of this machine. */
  pids(): number[];
};
