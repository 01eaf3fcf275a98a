/** Keeps the rest of the page when a part of it fails to draw, and says what happened. */
import { Component, type ReactNode } from 'react';
import { Trouble } from './trouble.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return <Trouble error={error} onRetry={() => this.setState({ error: undefined })} />;
  }
}
