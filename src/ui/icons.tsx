import type { ReactNode } from 'react';

export interface IconProps {
  readonly className?: string | undefined;
}

/** Draws on a 24 × 24 grid at 1.25 em, in the text's colour. Always decorative: the words beside it carry the meaning. */
function Icon({ className, children }: IconProps & { readonly children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      className={className}
      fill="none"
      focusable="false"
      height="1.25em"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="2"
      viewBox="0 0 24 24"
      width="1.25em"
    >
      {children}
    </svg>
  );
}

function icon(path: string) {
  return function VeldIcon({ className }: IconProps) {
    return (
      <Icon className={className}>
        <path d={path} />
      </Icon>
    );
  };
}

export const IconCheck = /* @__PURE__ */ icon('M4 12.5 9.5 18 20 6.5');
export const IconClose = /* @__PURE__ */ icon('M6 6l12 12M18 6 6 18');
export const IconChevronRight = /* @__PURE__ */ icon('M9 5l7 7-7 7');
export const IconChevronDown = /* @__PURE__ */ icon('M5 9l7 7 7-7');
export const IconArrowLeft = /* @__PURE__ */ icon('M20 12H4m7-7-7 7 7 7');
export const IconArrowRight = /* @__PURE__ */ icon('M4 12h16m-7-7 7 7-7 7');
export const IconPlus = /* @__PURE__ */ icon('M12 5v14M5 12h14');
export const IconSim = /* @__PURE__ */ icon(
  'M7 3h7l5 5v11a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM9 12h6v5H9zM12 12v5',
);
export const IconSwap = /* @__PURE__ */ icon('M4 9h14m-4-4 4 4-4 4M20 15H6m4 4-4-4 4-4');
export const IconClock = /* @__PURE__ */ icon(
  'M12 7v5.5l3.5 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
);
export const IconSend = /* @__PURE__ */ icon('M12 20V5m-6 6 6-6 6 6');
export const IconPause = /* @__PURE__ */ icon('M9 6v12M15 6v12');
export const IconPencil = /* @__PURE__ */ icon(
  'M4 20l1-4.5L16.5 4a2 2 0 0 1 3 0l.5.5a2 2 0 0 1 0 3L8.5 19 4 20zM14 6.5l3.5 3.5',
);
export const IconTrash = /* @__PURE__ */ icon('M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5');
export const IconWarning = /* @__PURE__ */ icon('M12 4 2.5 20h19L12 4zM12 10v4.5M12 17.2v.1');
export const IconError = /* @__PURE__ */ icon('M8 3h8l5 5v8l-5 5H8l-5-5V8l5-5zM12 8v5M12 16.2v.1');
export const IconInfo = /* @__PURE__ */ icon(
  'M12 11v5.5M12 7.7v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
);
export const IconSignal = /* @__PURE__ */ icon('M5 20v-4M10 20v-8M15 20V8M20 20V4');
export const IconNoSignal = /* @__PURE__ */ icon(
  'M5 20v-4M10 20v-8M15 20v-5M20 20v-5M20 4 15 9M15 4l5 5',
);
export const IconCamera = /* @__PURE__ */ icon(
  'M4 8h3.5L9 5h6l1.5 3H20a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1zM12 10a3.3 3.3 0 1 0 0 6.6 3.3 3.3 0 0 0 0-6.6z',
);
export const IconDocument = /* @__PURE__ */ icon('M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6');
export const IconPin = /* @__PURE__ */ icon(
  'M12 21s7-6.3 7-11.5a7 7 0 1 0-14 0C5 14.7 12 21 12 21zM12 7.2a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6z',
);
export const IconShare = /* @__PURE__ */ icon('M12 15V4m-4.5 4L12 3.5 16.5 8M5 12v8h14v-8');
export const IconLink = /* @__PURE__ */ icon(
  'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.2 1.2M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2',
);
export const IconSearch = /* @__PURE__ */ icon('M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5');
export const IconSettings = /* @__PURE__ */ icon(
  'M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM8 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
);
export const IconOutbox = /* @__PURE__ */ icon(
  'M4 13v6a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-6h-5l-1.5 2.5h-3L9 13H4zM12 11V3M8.5 6.5 12 3l3.5 3.5',
);
export const IconHome = /* @__PURE__ */ icon('M4 11l8-7 8 7v9h-5v-6H9v6H4z');
export const IconPerson = /* @__PURE__ */ icon(
  'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5a7.5 7.5 0 0 1 15 0',
);
export const IconDownload = /* @__PURE__ */ icon('M12 4v11m-4.5-4L12 15.5l4.5-4.5M5 20h14');
export const IconUpload = /* @__PURE__ */ icon('M12 16V5M7.5 9 12 4.5 16.5 9M5 20h14');
export const IconShield = /* @__PURE__ */ icon(
  'M12 3l8 3v6c0 5-3.5 7.8-8 9-4.5-1.2-8-4-8-9V6l8-3zM8.5 12l2.5 2.5 4.5-5',
);
