/** The client closed its connection before it had the whole answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}
