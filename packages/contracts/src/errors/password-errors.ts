/** Errors about a password's rules; pages check them before sending. */
export const passwordErrors = {
  AdminPasswordTooWeak: { status: 400, message: '管理者のパスワードは12文字以上で、大文字・小文字・数字・記号をすべて含めてください。' },
  PasswordTooWeak: { status: 400, message: 'パスワードは8文字以上で、大文字・小文字・数字のうち2種類以上を含めてください。' },
} as const satisfies Record<string, { status: number; message: string }>;
