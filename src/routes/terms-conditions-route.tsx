import { useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { scrollToFragment } from '../features/shell/arrival.tsx';
import { TermsConditions } from '../features/site/terms-conditions.tsx';

export function TermsConditionsRoute() {
  const navigate = useNavigate();
  const hash = useLocation({ select: (location) => location.hash });
  const go = useCallback(
    (id: string) => {
      // If the address already has this fragment, the router would not navigate, although the person may have scrolled
      // away.
      if (id === hash) scrollToFragment(id);
      else void navigate({ to: '.', hash: id, hashScrollIntoView: false, resetScroll: false });
    },
    [hash, navigate],
  );
  return <TermsConditions onSection={go} />;
}
