import { TermsConditions } from '../features/site/terms-conditions.tsx';

export function TermsConditionsRoute() {
  return <TermsConditions />;
}
