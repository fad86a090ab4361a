/**
 * Whether a failed system call has this error code. Checks the property only, because under Jest the class Error differs.
 * @param {unknown} error
 * @param {string} code
 */
export function hasCode(error, code) {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
