/** Its message is shown to the operator without a stack trace. Nothing was changed. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
