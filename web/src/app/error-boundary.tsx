import type { ErrorInfo, ReactNode } from 'react';
import { Component } from 'react';
import { ErrorScreen } from './error-screen.tsx';

type Props = { children: ReactNode; onRetry: () => void };
type State = { failed: boolean };

/** The last net: whatever a screen throws while it draws ends in the error screen, never in a blank page. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error('screen failed', error, info.componentStack);
  }

  private readonly retry = (): void => {
    this.props.onRetry();
    this.setState({ failed: false });
  };

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <main>
        <ErrorScreen onRetry={this.retry} />
      </main>
    );
  }
}
