import { Banner } from '../../ui/banner.tsx';

/** What went wrong where no single field is to blame. */
export function TryError({ problem }: { readonly problem: string }) {
  return problem === '' ? null : <Banner kind="error">{problem}</Banner>;
}
