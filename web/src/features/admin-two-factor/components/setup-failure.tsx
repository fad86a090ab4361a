import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { ApiError, userMessageOf } from '../../../lib/api-error.ts';

type Props = { error: unknown; renewal: { start: () => void; isPending: boolean } };

/** What went wrong beside a wrong code, with a new secret where this one has run out. */
export const SetupFailure = ({ error, renewal }: Props) => {
  const isOver = error instanceof ApiError && error.code === 'TwoFactorSetupExpired';
  return (
    <ErrorPanel
      title="二段階認証の設定に失敗しました"
      {...(isOver && { onRetry: renewal.start, retryLabel: '新しいQRコードを表示', isRetrying: renewal.isPending })}
    >
      {userMessageOf(error, 'しばらくしてからもう一度お試しください。')}
    </ErrorPanel>
  );
};
