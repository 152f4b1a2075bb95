import { icon } from './icons.tsx';

export const IconClose = /* @__PURE__ */ icon('M6 6l12 12M18 6 6 18');
export const IconChevronDown = /* @__PURE__ */ icon('M5 9l7 7 7-7');
export const IconPlus = /* @__PURE__ */ icon('M12 5v14M5 12h14');
export const IconPause = /* @__PURE__ */ icon('M9 6v12M15 6v12');
export const IconTrash = /* @__PURE__ */ icon('M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5');
export const IconCamera = /* @__PURE__ */ icon(
  'M4 8h3.5L9 5h6l1.5 3H20a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1zM12 10a3.3 3.3 0 1 0 0 6.6 3.3 3.3 0 0 0 0-6.6z',
);
export const IconDocument = /* @__PURE__ */ icon('M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6');
export const IconPin = /* @__PURE__ */ icon(
  'M12 21s7-6.3 7-11.5a7 7 0 1 0-14 0C5 14.7 12 21 12 21zM12 7.2a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6z',
);
export const IconSearch = /* @__PURE__ */ icon('M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5');
export const IconDownload = /* @__PURE__ */ icon('M12 4v11m-4.5-4L12 15.5l4.5-4.5M5 20h14');
export const IconUpload = /* @__PURE__ */ icon('M12 16V5M7.5 9 12 4.5 16.5 9M5 20h14');
export const IconPrint = /* @__PURE__ */ icon('M7 8V3h10v5M7 17H4V9h16v8h-3M7 14h10v7H7z');
export const IconSms = /* @__PURE__ */ icon('M4 5h16v11H9l-5 4zM8 10.500h8');
export const IconCalendar = /* @__PURE__ */ icon('M4 6h16v14H4zM4 10.500h16M8 3.500V7M16 3.500V7');
