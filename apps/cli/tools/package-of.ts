import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export type PackageFolder = {
  readonly name: string
  readonly version: string
  readonly license: string | undefined
  readonly folder: string
}

/** Finds the package of a file: the nearest folder upward whose `package.json` has a name and a version. */
export async function packageOf(file: string): Promise<PackageFolder> {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}')
    const { name, version, license } = JSON.parse(text) as Partial<PackageFolder>
    // Some have further files of this name for the form of a folder's modules.
    if (name !== undefined && version !== undefined) return { name, version, license, folder }
  }
  throw new Error(`${file} belongs to no package.`)
}
