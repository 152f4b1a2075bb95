import {
  ArrowLeftRight,
  ArrowRight,
  CardSim,
  Check,
  ChevronLeft,
  ChevronRight,
  CircleCheck,
  CircleQuestionMark,
  Clock,
  House,
  type IconNode,
  Inbox,
  Info,
  Link,
  OctagonAlert,
  Pencil,
  Send,
  Share2,
  SlidersHorizontal,
  Smartphone,
  TriangleAlert,
  X,
} from 'lucide';
import { createElement } from 'react';

export interface IconProps {
  readonly className?: string | undefined;
}

/**
 * Returns a component that draws the shapes of a lucide icon: 1.25 em large, in the text's colour. The icon is
 * decorative, because the text beside it has the meaning.
 *
 * This file has the icons of the frame, Home and messages. The others are in `more-icons.tsx`, so that Home does not
 * load them.
 */
export function icon(shapes: IconNode) {
  const children = shapes.map(([shape, attributes]) => createElement(shape, attributes));
  return function VeldIcon({ className }: IconProps) {
    return createElement(
      'svg',
      {
        'aria-hidden': true,
        className,
        fill: 'none',
        height: '1.25em',
        stroke: 'currentColor',
        'stroke-linecap': 'round',
        'stroke-linejoin': 'round',
        'stroke-width': 2,
        viewBox: '0 0 24 24',
        width: '1.25em',
      },
      ...children,
    );
  };
}

export const IconCheck = /* @__PURE__ */ icon(Check);
export const IconCircleCheck = /* @__PURE__ */ icon(CircleCheck);
export const IconArrowRight = /* @__PURE__ */ icon(ArrowRight);
export const IconBack = /* @__PURE__ */ icon(ChevronLeft);
export const IconClose = /* @__PURE__ */ icon(X);
export const IconChevronRight = /* @__PURE__ */ icon(ChevronRight);
export const IconSim = /* @__PURE__ */ icon(CardSim);
export const IconSwap = /* @__PURE__ */ icon(ArrowLeftRight);
export const IconClock = /* @__PURE__ */ icon(Clock);
export const IconSend = /* @__PURE__ */ icon(Send);
export const IconPencil = /* @__PURE__ */ icon(Pencil);
export const IconWarning = /* @__PURE__ */ icon(TriangleAlert);
export const IconError = /* @__PURE__ */ icon(OctagonAlert);
export const IconInfo = /* @__PURE__ */ icon(Info);
export const IconShare = /* @__PURE__ */ icon(Share2);
export const IconLink = /* @__PURE__ */ icon(Link);
export const IconSettings = /* @__PURE__ */ icon(SlidersHorizontal);
export const IconOutbox = /* @__PURE__ */ icon(Inbox);
export const IconHome = /* @__PURE__ */ icon(House);
export const IconHelp = /* @__PURE__ */ icon(CircleQuestionMark);
export const IconPhone = /* @__PURE__ */ icon(Smartphone);
