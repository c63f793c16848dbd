import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Disk, localDisk } from '../files/disk.ts'
import { systemErrorCode } from '../files/system-error-reason.ts'
import { foldedName } from '../writes/folded-name.ts'

/** For tests: a disk that takes names for one which differ in case or in the form of their Unicode. */
export function caseBlindDisk(disk: Disk = localDisk): Disk {
  return {
    link: async (existing, added) => await disk.link(spelling(existing), spelling(added)),
    lstat: async (path) => await disk.lstat(spelling(path)),
    open: async (path, flags) => await disk.open(spelling(path), flags),
    readdir: async (path) => await disk.readdir(spelling(path)),
    realpath: async (path) => {
      const [asked, real] = [path.split('/'), (await disk.realpath(spelling(path))).split('/')]
      const askedFor = (part: string, other = part): string => (foldedName(other) === foldedName(part) ? other : part)
      return real.map((part, place) => askedFor(part, asked.at(place - real.length))).join('/')
    },
    rename: async (from, to) => await disk.rename(spelling(from), spelling(to)),
  }
}

/** For tests: a disk that is slow. While it takes its time for a call, `meanwhile` is what happens. */
export function slowDisk(
  meanwhile: (call: keyof Disk, path: string) => Promise<void> | void,
  disk: Disk = localDisk,
): Disk {
  return {
    link: async (existing, added) => {
      await meanwhile('link', added)
      await disk.link(existing, added)
    },
    lstat: async (path) => {
      await meanwhile('lstat', path)
      return await disk.lstat(path)
    },
    open: async (path, flags) => {
      await meanwhile('open', path)
      return await disk.open(path, flags)
    },
    readdir: async (path) => {
      await meanwhile('readdir', path)
      return await disk.readdir(path)
    },
    realpath: async (path) => {
      await meanwhile('realpath', path)
      return await disk.realpath(path)
    },
    rename: async (from, to) => {
      await meanwhile('rename', to)
      await disk.rename(from, to)
    },
  }
}

function spelling(path: string): string {
  return path.split('/').reduce((folder, part) => (part === '' ? folder : join(folder, nameIn(folder, part))), '/')
}

function nameIn(folder: string, name: string): string {
  const names = namesOf(folder)
  if (names.includes(name)) return name
  return names.find((other) => foldedName(other) === foldedName(name)) ?? name
}

function namesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    // The call itself tells what is wrong with it.
    if (systemErrorCode(error) === undefined) throw error
    return []
  }
}
