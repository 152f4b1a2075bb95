/**
 * The web's icons as Android's drawables: a few hundred bytes each, sharp at every size. Supports the elements,
 * attributes and transforms that our SVGs use. Throws at any other element or transform.
 */

const ATTRIBUTES: Readonly<Record<string, string>> = {
  fill: 'fillColor',
  stroke: 'strokeColor',
  'stroke-width': 'strokeWidth',
  'stroke-linecap': 'strokeLineCap',
  'stroke-linejoin': 'strokeLineJoin',
};

type Attributes = Readonly<Record<string, string>>;

/** The SVG as XML of a `<vector>`. */
export function vectorDrawable(svg: string): string {
  const body: string[] = [];
  /** The open `<g>` elements: their inherited paint, and the number of groups that each opened. */
  const open: { paint: Attributes; groups: number }[] = [];
  let side = '';
  for (const [tag, isEnd, name = '', rest = ''] of svg.matchAll(/<(\/?)(\w+)([^>]*?)\/?>/g)) {
    const given = attributesOf(rest);
    if (name === 'svg') side ||= squareSide(given['viewBox']);
    else if (name === 'g' && isEnd) body.push('</group>'.repeat(open.pop()?.groups ?? 0));
    else if (name === 'g') {
      const { transform = '', ...paint } = given;
      const groups = groupsOf(transform);
      body.push(...groups);
      open.push({ paint: { ...open.at(-1)?.paint, ...paint }, groups: groups.length });
    } else body.push(path(tag, name, { ...open.at(-1)?.paint, ...given }));
  }
  return `<vector xmlns:android="http://schemas.android.com/apk/res/android" android:width="48dp" android:height="48dp" android:viewportWidth="${side}" android:viewportHeight="${side}">${body.join('')}</vector>`;
}

/** The colour that an SVG's first shape fills its whole square with. Throws where it fills no whole square. */
export function ground(svg: string): string {
  const [, fill] =
    /<svg[^>]*><rect width="(?:\d+)" height="(?:\d+)" fill="(#\w{6})"\/>/.exec(svg) ?? [];
  if (fill === undefined) throw new Error('The icon begins with no square of one colour.');
  return fill;
}

const attributesOf = (text: string): Attributes =>
  Object.fromEntries(
    Array.from(text.matchAll(/([\w-]+)="([^"]*)"/g), ([, name = '', value = '']) => [name, value]),
  );

function squareSide(viewBox: string | undefined): string {
  const [, side, other] = /^0 0 (\d+) (\d+)$/.exec(viewBox ?? '') ?? [];
  if (side === undefined || side !== other) throw new Error(`An icon must be square: ${viewBox}`);
  return side;
}

/** A `<group>` for each step of a transform, one within the other, in the order in which SVG names them. */
function groupsOf(transform: string): readonly string[] {
  return Array.from(transform.matchAll(/(\w+)\(([^)]*)\)/g), ([all, kind, numbers = '']) => {
    const [x = '', y = x] = numbers.split(/[\s,]+/);
    if (kind === 'translate') return `<group android:translateX="${x}" android:translateY="${y}">`;
    if (kind === 'scale') return `<group android:scaleX="${x}" android:scaleY="${y}">`;
    throw new Error(`No such transform in an icon: ${all}`);
  });
}

function path(tag: string, name: string, given: Attributes): string {
  const written = Object.entries(ATTRIBUTES).flatMap(([from, to]) => {
    const value = given[from];
    return value === undefined || value === 'none' ? [] : [` android:${to}="${value}"`];
  });
  return `<path android:pathData="${outline(tag, name, given)}"${written.join('')}/>`;
}

function outline(tag: string, name: string, given: Attributes): string {
  const number = (attribute: string): number => Number(given[attribute] ?? 0);
  if (name === 'path' && given['d'] !== undefined) return given['d'];
  if (name === 'circle') {
    const radius = number('r');
    const half = (end: number): string => `a${radius} ${radius} 0 1 0 ${end} 0`;
    return `M${number('cx') - radius} ${number('cy')}${half(2 * radius)}${half(-2 * radius)}z`;
  }
  if (name === 'rect') {
    const [width, height, radius] = [number('width'), number('height'), number('rx')];
    const corner = (x: number, y: number): string => `a${radius} ${radius} 0 0 1 ${x} ${y}`;
    const [across, down] = [width - 2 * radius, height - 2 * radius];
    if (radius === 0) return `M0 0h${width}v${height}h${-width}z`;
    return (
      `M${radius} 0h${across}${corner(radius, radius)}v${down}${corner(-radius, radius)}` +
      `h${-across}${corner(-radius, -radius)}v${-down}${corner(radius, -radius)}z`
    );
  }
  throw new Error(`No such shape in an icon: ${tag}`);
}
