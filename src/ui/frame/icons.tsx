import type { ReactNode } from 'react';

export interface IconProps {
  readonly className?: string | undefined;
}

/**
 * Drawn on a 24 × 24 grid, 1.25 em large, in the text's colour. Always decorative, because the text beside it has the
 * meaning.
 */
function Icon({ className, children }: IconProps & { readonly children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      className={className}
      fill="none"
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

/**
 * This file has the icons of the frame, Home and messages. The others are in `more-icons.tsx`, so that Home does not
 * load them.
 */
export function icon(path: string) {
  return function VeldIcon({ className }: IconProps) {
    return (
      <Icon className={className}>
        <path d={path} />
      </Icon>
    );
  };
}

export const IconCheck = /* @__PURE__ */ icon('M4 12.5 9.5 18 20 6.5');
export const IconArrowRight = /* @__PURE__ */ icon('M4 12h16m-7-7 7 7-7 7');
export const IconSim = /* @__PURE__ */ icon(
  'M7 3h7l5 5v11a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM9 12h6v5H9zM12 12v5',
);
export const IconSwap = /* @__PURE__ */ icon('M4 9h14m-4-4 4 4-4 4M20 15H6m4 4-4-4 4-4');
export const IconClock = /* @__PURE__ */ icon(
  'M12 7v5.5l3.5 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
);
export const IconSend = /* @__PURE__ */ icon('M12 20V5m-6 6 6-6 6 6');
export const IconPencil = /* @__PURE__ */ icon(
  'M4 20l1-4.5L16.5 4a2 2 0 0 1 3 0l.5.5a2 2 0 0 1 0 3L8.5 19 4 20zM14 6.5l3.5 3.5',
);
export const IconWarning = /* @__PURE__ */ icon('M12 4 2.5 20h19L12 4zM12 10v4.5M12 17.2v.1');
export const IconError = /* @__PURE__ */ icon('M8 3h8l5 5v8l-5 5H8l-5-5V8l5-5zM12 8v5M12 16.2v.1');
export const IconInfo = /* @__PURE__ */ icon(
  'M12 11v5.5M12 7.7v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
);
export const IconSignal = /* @__PURE__ */ icon('M5 20v-4M10 20v-8M15 20V8M20 20V4');
export const IconNoSignal = /* @__PURE__ */ icon(
  'M5 20v-4M10 20v-8M15 20v-5M20 20v-5M20 4 15 9M15 4l5 5',
);
export const IconShare = /* @__PURE__ */ icon('M12 15V4m-4.5 4L12 3.5 16.5 8M5 12v8h14v-8');
export const IconLink = /* @__PURE__ */ icon(
  'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.2 1.2M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2',
);
export const IconSettings = /* @__PURE__ */ icon(
  'M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM8 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
);
export const IconOutbox = /* @__PURE__ */ icon(
  'M4 13v6a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-6h-5l-1.5 2.5h-3L9 13H4zM12 11V3M8.5 6.5 12 3l3.5 3.5',
);
export const IconHome = /* @__PURE__ */ icon('M4 11l8-7 8 7v9h-5v-6H9v6H4z');
