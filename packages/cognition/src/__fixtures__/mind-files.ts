import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Every file of the minds of a space, and what is in it. */
export async function mindFiles(root: string): Promise<Readonly<Record<string, string>>> {
  const place = join(root, '0-personal/minds')
  const names = (await readdir(place, { recursive: true, withFileTypes: true })).filter((one) => one.isFile())
  const read = names.map(async ({ parentPath, name }) => {
    const file = join(parentPath, name)
    return [file.slice(place.length), await readFile(file, 'utf8')] as const
  })
  return Object.fromEntries((await Promise.all(read)).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
