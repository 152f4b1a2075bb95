import { icon } from '../../ui/icons.tsx';

export const IconLock = /* @__PURE__ */ icon(
  'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3M12 14.500v2',
);

export const IconFinger = /* @__PURE__ */ icon(
  'M5 15a7 7 0 0 1 14-3.500v3M8.500 19a13 13 0 0 0 0-7 3.500 3.500 0 0 1 7 0 19 19 0 0 1-1 8M12 12a16 16 0 0 1-1.500 9',
);
