import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A path as the disk has it, where that differs only in the form of Unicode: macOS and some programs write `ü` as two signs.
 *
 * @param root - Absolute.
 * @returns Part by part as it was given, or as the only one there that has the same letters.
 */
export async function spelledOnDisk(root: string, path: string): Promise<string> {
  const parts: string[] = []
  for (const part of path.split('/')) parts.push(await nameOnDisk(join(root, ...parts), part))
  return parts.join('/')
}

async function nameOnDisk(folder: string, name: string): Promise<string> {
  const composed = name.normalize('NFC')
  if (composed === name.normalize('NFD') || (await isThere(join(folder, name)))) return name
  const names: readonly string[] = await readdir(folder).catch(() => [])
  const [twin, ...others] = names.filter((other) => other.normalize('NFC') === composed)
  return twin === undefined || others.length > 0 ? name : twin
}

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  )
}
