import { Component, type ReactNode } from 'react';

type RowBoundaryProps = Readonly<{
  children: ReactNode;
  /** What stands in the place of what could not be drawn. */
  otherwise: ReactNode;
}>;

/** What cannot be drawn takes nothing away but itself: another version, or damage, may have written it. */
export class RowBoundary extends Component<RowBoundaryProps, Readonly<{ failed: boolean }>> {
  override state = { failed: false };

  static getDerivedStateFromError(): Readonly<{ failed: boolean }> {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.otherwise : this.props.children;
  }
}
