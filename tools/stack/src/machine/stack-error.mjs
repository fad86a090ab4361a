/** A failure that the user can act on: its message is shown without a stack trace. */
export class StackError extends Error {
  /** @override */
  name = 'StackError';
}
