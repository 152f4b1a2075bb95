import { Component, type ReactNode } from 'react';

type RowBoundaryProps = Readonly<{
  children: ReactNode;
  otherwise: ReactNode;
}>;

/**
 * Keeps a row that cannot be drawn from breaking the list. Another version may have written the row, or the row may be
 * damaged.
 */
export class RowBoundary extends Component<RowBoundaryProps, Readonly<{ failed: boolean }>> {
  override state = { failed: false };

  static getDerivedStateFromError(): Readonly<{ failed: boolean }> {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.otherwise : this.props.children;
  }
}
