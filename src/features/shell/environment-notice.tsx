import { shellText } from '../../messages/shell.ts';
import { Banner } from '../../ui/banner.tsx';

/** The part of the environment that the shell shows. */
export type ShellEnvironment = Readonly<{
  name: 'local' | 'dev' | 'live';
  showsBanner: boolean;
  showsBadge: boolean;
}>;

/** Shown on every host but the live one, where nobody should register a real customer. */
export function EnvironmentNotice({ environment }: { readonly environment: ShellEnvironment }) {
  if (!environment.showsBanner) return null;
  return (
    <Banner isFullWidth kind="warning">
      {shellText().environment[environment.name]}
    </Banner>
  );
}
