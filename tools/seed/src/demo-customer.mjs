/** A customer with an account, and one delivered order in its history. Plain JavaScript, because tools/start.mjs prints it. */
export const DEMO_CUSTOMER = { email: 'hanako@example.jp', password: 'Sakurasaku2026', name: '山田 花子' };
