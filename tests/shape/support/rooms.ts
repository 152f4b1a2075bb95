import type { Import } from './imports.ts';
import { read } from './source-files.ts';

/** A row of a table of import rules. `*` in a room's name stands for each of its folders. */
export type Room = Readonly<{
  names: readonly string[];
  rooms: Permission;
  packages: Permission;
}>;

type Permission = 'all' | readonly string[];

/**
 * Reads the rooms of a document's table of import rules. `folder`: the folder of names that are written without one. A table
 * without a column for packages allows all packages: the table above it checks them.
 */
export function readRooms(document: string, folder: string): readonly Room[] {
  const [, table = ''] = read(document).split(/^\| room \|.*\n\|[-|]+\|\n/m);
  const rows = table.slice(0, table.indexOf('\n\n')).split('\n');
  const pathOf = (name: string): string =>
    /^(mobile|package\.json|server|src|sw|tests|vite|\w+\.config\.ts)\b/.test(name)
      ? name
      : `${folder}/${name}`;
  return rows.map((row) => {
    const [room = '', , rooms = '', packages = 'all'] = row.split(/ *\| */).slice(1, -1);
    return {
      names: Array.from(room.matchAll(/`([^`]+)`/g), ([, name = '']) => pathOf(name)),
      rooms: permission(rooms, pathOf),
      packages: permission(packages, (name) => name),
    };
  });
}

function permission(cell: string, named: (name: string) => string): Permission {
  if (cell === 'all') return 'all';
  return cell === '' ? [] : cell.split(', ').map(named);
}

/** True if a name of the table matches this file: the file, its folder, or the file without its extension. */
function covers(name: string, file: string): boolean {
  const path = inFolderOf(file, name);
  return file.startsWith(path) && /^(\/.*|\.tsx?)?$/.test(file.slice(path.length));
}

/** For `src/features/*` returns the folder of the file, such as `src/features/form`. Returns any other name unchanged. */
function inFolderOf(file: string, name: string): string {
  if (!name.endsWith('/*')) return name;
  const above = name.slice(0, -1);
  const [folder, ...inner] = file.startsWith(above) ? file.slice(above.length).split('/') : [];
  return inner.length > 0 ? `${above}${folder}` : name;
}

/** Returns the room of a file. If several rooms match, the longest name wins. */
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

/** Returns the permission that allows the import: the room itself, or a name of the table. Returns null if it is forbidden. */
export function permitted(room: Room, file: string, imported: Import): string | null {
  if ('package' in imported) {
    if (room.packages === 'all') return 'all';
    return room.packages.find((name) => name === imported.package) ?? null;
  }
  const own = room.names.find((name) => covers(inFolderOf(file, name), imported.file));
  if (own !== undefined) return own;
  if (room.rooms === 'all') return 'all';
  return room.rooms.find((name) => covers(name, imported.file)) ?? null;
}
