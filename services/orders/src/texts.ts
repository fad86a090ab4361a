/** What orders tells the user where nothing went wrong; the texts of errors stand in the catalogue of contracts. */
export const texts = {
  lookupTaken:
    'ご入力の内容に一致するご注文がある場合、ご注文時のメールアドレスにご案内をお送りします。届かない場合は、注文番号とメールアドレスをお確かめください。',
} as const;
