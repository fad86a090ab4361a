import { Button, Stack, Text } from '@mantine/core';
import { type ErrorCode, errorCatalogue } from '@stagereel/contracts';
import { Link } from 'react-router-dom';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { FormPage } from '../../../components/ui/form-page.tsx';
import { paths } from '../../../config/paths.ts';
import { ApiError, userMessageOf } from '../../../lib/api-error.ts';

/** A link that is none: the call is not even made. */
const TOKEN_MISSING = errorCatalogue.VerifyLinkInvalid.message;

/** What is wrong with the link itself stays wrong; only other failures can be tried again. */
const isFinal = (error: unknown): boolean => error instanceof ApiError && error.status < 500 && error.status !== 429;

const isRefusedAs = (error: unknown, code: ErrorCode): boolean => error instanceof ApiError && error.code === code;

type Props = { error: unknown; onRetry?: () => void };

/** The link did not lead to an account. `error` null: it held no token. */
export const LinkFailed = ({ error, onRetry }: Props) => {
  const mayBeCut = error === null || isRefusedAs(error, 'VerifyLinkInvalid');
  const hasAccount = isRefusedAs(error, 'AccountExists');
  return (
    <FormPage key="failed" title="メールアドレスを確認できませんでした" isNextStep>
      <Stack gap="md">
        <ErrorPanel title="認証に失敗しました" onRetry={error === null || isFinal(error) ? undefined : onRetry}>
          {error === null ? TOKEN_MISSING : userMessageOf(error, 'しばらくしてからもう一度お試しください。')}
        </ErrorPanel>
        {mayBeCut && (
          <Text size="sm">
            メール内のリンクが途中で改行されていると、正しく開けないことがあります。リンク全体をコピーして、アドレス欄に貼り付けてください。
          </Text>
        )}
        {hasAccount && (
          <Button component={Link} to={paths.login.to()} fullWidth>
            ログイン
          </Button>
        )}
        <Button component={Link} to={paths.register.to()} variant={hasAccount ? 'default' : 'filled'} fullWidth>
          もう一度会員登録する
        </Button>
        <Button component={Link} to={paths.emailSupport.to()} variant="default" fullWidth>
          メールに関するサポート
        </Button>
      </Stack>
    </FormPage>
  );
};
