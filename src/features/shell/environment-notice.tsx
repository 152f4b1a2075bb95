import { shellText } from '../../messages/shell.ts';
import { Banner } from '../../ui/banner.tsx';

/** What the shell needs to know of where the app talks to. */
export type ShellEnvironment = Readonly<{
  name: 'local' | 'dev' | 'live';
  showsBanner: boolean;
  showsBadge: boolean;
}>;

/** On every host but the live one: nobody should register a real customer here. */
export function EnvironmentNotice({ environment }: { readonly environment: ShellEnvironment }) {
  if (!environment.showsBanner) return null;
  return (
    <Banner isFullWidth kind="warning">
      {shellText().environment[environment.name]}
    </Banner>
  );
}
