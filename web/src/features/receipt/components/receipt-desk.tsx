import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReceiptState } from '@stagereel/contracts';
import { IconPrinter } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { ReceiptForm } from './receipt-form.tsx';
import { ReceiptPaper } from './receipt-paper.tsx';

/** The newest receipt, ready to be printed, or the form of the first; another one on request. */
export const ReceiptDesk = ({ path, state }: { path: string; state: ReceiptState }) => {
  const [isReissuing, setReissuing] = useState(false);
  const [issues, setIssues] = useState(0);
  const paperTitle = useRef<HTMLHeadingElement>(null);
  const { latest } = state;

  // Whoever has just had one issued goes on at the paper.
  useEffect(() => {
    if (issues > 0) paperTitle.current?.focus();
  }, [issues]);

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
