import { createHash } from 'node:crypto'
import { thrownText } from '@datacortex/errors'
import { foldedName, relativeParts } from '@datacortex/platform'
import { moduleError } from '../errors.ts'

/** The files of a module: path relative to it, with `/`, to content. Read once, so that nothing changes in between. */
export type ModuleFiles = ReadonlyMap<string, Uint8Array>

export type ModuleLimits = {
  readonly maxFiles: number
  /** All files together, unpacked. */
  readonly maxBytes: number
}

/** Larger than any module of prompts and bundled code that was seen, small enough to hold in memory. */
export const defaultModuleLimits: ModuleLimits = { maxFiles: 2000, maxBytes: 50_000_000 }

/** SHA-512 over the sorted paths and contents of a module. Gives `sha512-` and base64, as in npm's lock files. */
export function moduleIntegrity(files: ModuleFiles): string {
  const hash = createHash('sha512')
  // By code unit: the same on every machine, whatever its language.
  for (const path of [...files.keys()].sort()) {
    const content = files.get(path) ?? new Uint8Array()
    // With the length in front no content can pose as a path.
    hash.update(`${path}\0${content.byteLength}\0`).update(content)
  }
  return `sha512-${hash.digest('base64')}`
}

export function totalBytes(files: ModuleFiles): number {
  let bytes = 0
  for (const content of files.values()) bytes += content.byteLength
  return bytes
}

/** Checks names, number and size of files before anything is written. Throws `MODULE_CONTENT_REFUSED` with every problem. */
export function checkModuleFiles(
  files: ModuleFiles,
  { origin, limits }: { readonly origin: string; readonly limits: ModuleLimits },
): void {
  const problems: string[] = []
  if (files.size > limits.maxFiles) problems.push(`it has more than ${limits.maxFiles} files`)
  if (totalBytes(files) > limits.maxBytes) problems.push(tooLarge(limits))
  const seen = new Map<string, string>()
  for (const path of files.keys()) {
    const problem = pathProblem(path)
    if (problem !== undefined) problems.push(problem)
    const folded = foldedName(path)
    const twin = seen.get(folded)
    if (twin !== undefined) problems.push(`${twin} and ${path} are one file on some systems`)
    seen.set(folded, path)
  }
  for (const [folded, path] of seen) {
    const parts = folded.split('/')
    const file = parts.map((_, index) => seen.get(parts.slice(0, index).join('/'))).find((one) => one !== undefined)
    if (file !== undefined) problems.push(`${file} is a file, and ${path} needs a folder of that name`)
  }
  if (problems.length > 0) throw moduleError('MODULE_CONTENT_REFUSED', { origin, problems })
}

export function tooLarge({ maxBytes }: ModuleLimits): string {
  return `it is larger than ${Math.round(maxBytes / 1_000_000)} MB`
}

function pathProblem(path: string): string | undefined {
  try {
    if (relativeParts(path).join('/') !== path) return `the name ${JSON.stringify(path)} is not in its shortest form`
    return path.normalize('NFC') === path ? undefined : `the name ${JSON.stringify(path)} is not in Unicode form NFC`
  } catch (error) {
    return thrownText(error).replace(/\.$/, '')
  }
}
