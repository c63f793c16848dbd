import type { Stats } from 'node:fs'
import { join } from 'node:path'
import { type Disk, localDisk } from '../files/disk.ts'
import { ifRefused } from '../files/if-missing.ts'
import { foldedName } from '../writes/folded-name.ts'

/**
 * A path as the disk lists it. Where that differs only in the form of Unicode, as macOS and some programs write `ü` as
 * two signs, it is looked for; where it differs in case, only a disk that finds the file by both is believed.
 * @returns Part by part as it was given, or as the only one there that it can mean.
 * @example await spelledOnDisk('/space', 'Notes/a.md') // 'notes/a.md' on a disk that tells no cases apart
 */
export async function spelledOnDisk(root: string, path: string, disk: Disk = localDisk): Promise<string> {
  const parts: string[] = []
  for (const part of path.split('/')) parts.push(await nameOnDisk(part, { folder: join(root, ...parts), disk }))
  return parts.join('/')
}

type Place = { readonly folder: string; readonly disk: Disk }

async function nameOnDisk(name: string, place: Place): Promise<string> {
  const composed = name.normalize('NFC')
  const isPlain = composed === name.normalize('NFD')
  // Most disks answer this by one look, and no folder has to be listed.
  const found = await inCase(name, place)
  if (found === undefined && isPlain) return name
  const there = await lookAt(name, place)
  if (there !== undefined && !(there.dev === found?.dev && there.ino === found.ino)) return name
  const names = await place.disk.readdir(place.folder).catch(ifRefused<string[]>([]))
  if (names.includes(name)) return name
  const fold = there === undefined ? (text: string): string => text.normalize('NFC') : foldedName
  const [twin, ...others] = names.filter((other) => fold(other) === fold(name))
  return twin === undefined || others.length > 0 ? name : twin
}

/** What lies at the same name in other letters. */
async function inCase(name: string, place: Place): Promise<Stats | undefined> {
  const other = [name.toUpperCase(), name.toLowerCase()].find((one) => one !== name)
  return other === undefined ? undefined : await lookAt(other, place)
}

async function lookAt(name: string, { folder, disk }: Place): Promise<Stats | undefined> {
  return await disk.lstat(join(folder, name)).catch(ifRefused(undefined))
}
