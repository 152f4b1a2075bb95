import type { Import } from './imports.ts';
import { read } from './source-files.ts';

/** A row of the README's table of rooms. `*` in a room's name stands for each of its folders. */
export type Room = Readonly<{
  names: readonly string[];
  rooms: Permission;
  packages: Permission;
}>;

type Permission = 'all' | readonly string[];

/** The rooms as the README's table has them. */
export function readRooms(): readonly Room[] {
  const [, table = ''] = read('README.md').split(/^\| room \|.*\n\|[-|]+\|\n/m);
  const rows = table.slice(0, table.indexOf('\n\n')).split('\n');
  return rows.map((row) => {
    const [, room = '', , rooms = '', packages = ''] = row.split('|').map((cell) => cell.trim());
    return {
      names: Array.from(room.matchAll(/`([^`]+)`/g), ([, name = '']) => name),
      rooms: permission(rooms, pathOf),
      packages: permission(packages, (name) => name),
    };
  });
}

function permission(cell: string, named: (name: string) => string): Permission {
  if (cell === 'all') return 'all';
  return cell === '' ? [] : cell.split(', ').map(named);
}

/** The table leaves `src/` away where it says who may import whom. */
function pathOf(name: string): string {
  return /^(package\.json|server|sw|tests|vite)\b/.test(name) ? name : `src/${name}`;
}

/** Whether a name of the table means this file: itself, its folder, or the file without its ending. */
function covers(name: string, file: string): boolean {
  const path = name.endsWith('/*') ? foldersOf(name, file) : name;
  if (path === null || !file.startsWith(path)) return false;
  return /^(\/.*|\.tsx?)?$/.test(file.slice(path.length));
}

/** `src/features/*` as the folder in which the file lies: `src/features/form`. */
function foldersOf(name: string, file: string): string | null {
  const above = name.slice(0, -1);
  const inner = file.startsWith(above) ? file.slice(above.length).split('/') : [];
  return inner.length > 1 ? above + inner[0] : null;
}

/** The room in which a file lies: the one with the longest name. */
export function roomOf(rooms: readonly Room[], file: string): Room | null {
  let best: Room | null = null;
  let length = 0;
  for (const room of rooms)
    for (const name of room.names)
      if (covers(name, file) && name.length > length) {
        best = room;
        length = name.length;
      }
  return best;
}

/** The permission of the room by which a file may import this: itself, a name of the table, or null. */
export function permitted(room: Room, file: string, imported: Import): string | null {
  if ('package' in imported) {
    if (room.packages === 'all') return 'all';
    return room.packages.find((name) => name === imported.package) ?? null;
  }
  const own = room.names.find((name) => covers(name, file) && isSame(name, file, imported.file));
  if (own !== undefined) return own;
  if (room.rooms === 'all') return 'all';
  return room.rooms.find((name) => covers(name, imported.file)) ?? null;
}

function isSame(name: string, file: string, other: string): boolean {
  return name.endsWith('/*') ? covers(foldersOf(name, file) ?? name, other) : covers(name, other);
}
