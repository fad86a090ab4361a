import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import type { ReceiptPageData } from '@stagereel/contracts';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { receiptStateQuery } from '../../../api/receipts.ts';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { paths } from '../../../config/paths.ts';
import { userMessageOf } from '../../../lib/api-error.ts';
import { receiptFailureOf } from '../lib/receipt-failure.ts';
import { ReceiptForm } from './receipt-form.tsx';
import { ReceiptPaper } from './receipt-paper.tsx';
import { VerifyAddress } from './verify-address.tsx';

const TRY_LATER = 'しばらくしてからもう一度お試しください。';

/** The latest receipt, ready to print, or the form for the first; another one on request. */
const ReceiptDesk = ({ path, state }: { path: string; state: ReceiptPageData }) => {
  const [isReissuing, setReissuing] = useState(false);
  const [issues, setIssues] = useState(0);
  const paperTitle = useRef<HTMLHeadingElement>(null);
  const { latest } = state;

  // After issuing, the focus moves to the receipt, which may be rendered later than `issues` changes.
  const issuedNumber = issues > 0 ? latest?.receiptNumber : undefined;
  useEffect(() => {
    if (issuedNumber !== undefined) paperTitle.current?.focus();
  }, [issuedNumber]);

  const finish = () => {
    setReissuing(false);
    setIssues((count) => count + 1);
  };

  return (
    <Stack gap="lg">
      <p className="visually-hidden screen-only" role="status">
        {issues > 0 && '領収書を発行しました。'}
      </p>
      {(latest === null || isReissuing) && (
        <ReceiptForm path={path} state={state} onIssued={finish} onCancel={latest && (() => setReissuing(false))} />
      )}
      {state.customerName === null && state.isIssued && (
        <Text size="sm" className="screen-only">
          ご注文されたご本人は、
          <Anchor component={Link} to={paths.receipt.to(state.orderNumber)}>
            メールアドレスを認証
          </Anchor>
          すると、発行済みの領収書を表示できます。
        </Text>
      )}
      {latest !== null && (
        <>
          {!isReissuing && (
            <Stack gap="xs" className="screen-only">
              <Group gap="sm">
                <Button leftSection={<IconPrinter size={20} aria-hidden />} onClick={() => window.print()}>
                  印刷・PDFで保存
                </Button>
                <Button variant="default" onClick={() => setReissuing(true)}>
                  宛名などを変えて再発行
                </Button>
              </Group>
              <Text size="sm" c="dimmed">
                PDFで保存するには、印刷画面の送信先（プリンター）で「PDFに保存」を選んでください。
              </Text>
            </Stack>
          )}
          <ReceiptPaper receipt={latest} titleRef={paperTitle} />
        </>
      )}
    </Stack>
  );
};

type Props = {
  path: string;
  /** The text for an unknown order or page, and whether another email address may help. */
  missing: { text: string; hint: string; mayBeAnothers: boolean };
};

/** The receipts of one order, or the step that is required first. */
export const ReceiptContent = ({ path, missing }: Props) => {
  const { data, error, isPending, isFetching, refetch } = useQuery(receiptStateQuery(path));
  const load = () => void refetch();

  if (isPending) return <LoadingText />;
  if (data) return <ReceiptDesk path={path} state={data} />;

  switch (receiptFailureOf(error)) {
    case 'unproven':
      return <VerifyAddress lead="領収書は、ご注文されたご本人だけが発行できます。メールアドレスを認証してください。" onProven={load} />;
    case 'missing':
      return (
        <>
          <ErrorPanel title={missing.text}>
            {missing.hint}ご不明な場合は、
            <Anchor component={Link} to={paths.orderLookup.to()}>
              ご注文の照会
            </Anchor>
            をご利用ください。
          </ErrorPanel>
          {missing.mayBeAnothers && (
            <VerifyAddress lead="別のメールアドレスで注文された場合は、そのアドレスを認証すると発行できます。" onProven={load} />
          )}
        </>
      );
    case 'refunded':
      return <ErrorPanel title="領収書を発行できません">{userMessageOf(error, TRY_LATER)}</ErrorPanel>;
    default:
      return (
        <ErrorPanel title="領収書を読み込めませんでした" onRetry={load} isRetrying={isFetching}>
          {userMessageOf(error, TRY_LATER)}
        </ErrorPanel>
      );
  }
};
