// Replaces `@jest/globals` in the test workers. Evaluated once per test file, like every module of the project.
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globalThis[Symbol.for('stagereel.jest')];
