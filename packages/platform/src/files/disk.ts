import type { Stats } from 'node:fs'
import { type FileHandle, link, lstat, open, readdir, realpath, rename } from 'node:fs/promises'

/**
 * The calls whose outcome depends on the disk: on which names are one name there, and on what others do while it takes
 * its time. A test gives another one.
 */
export type Disk = {
  readonly link: (existing: string, added: string) => Promise<void>
  readonly lstat: (path: string) => Promise<Stats>
  readonly open: (path: string, flags: number) => Promise<FileHandle>
  readonly readdir: (path: string) => Promise<readonly string[]>
  readonly realpath: (path: string) => Promise<string>
  readonly rename: (from: string, to: string) => Promise<void>
}

/** The disks of this machine. */
export const localDisk: Disk = { link, lstat, open, readdir, realpath, rename }

/** A disk on which each folder is listed once: for somebody who looks at many files before changing any. */
export function listedOnce(disk: Disk): Disk {
  const lists = new Map<string, Promise<readonly string[]>>()
  return {
    ...disk,
    readdir: async (path) => {
      const list = lists.get(path) ?? disk.readdir(path)
      lists.set(path, list)
      return await list
    },
  }
}
