import { icon } from '../../ui/icons.tsx';

export const IconLock = /* @__PURE__ */ icon(
  'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3M12 14.500v2',
);
