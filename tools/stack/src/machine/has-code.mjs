/**
 * Whether a failed system call gave this code. Asks for the property only: a test runner's realm has an Error of its own.
 * @param {unknown} error
 * @param {string} code
 */
export function hasCode(error, code) {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
