import { glob, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'
import { readTextFile, relativeParts, sha256, systemErrorReason, walkFiles } from '@datacortex/platform'
import { CodedError } from '@datacortex/errors'
import type { ContextCandidate, LeftOut } from './context-block.ts'

/** Pieces and what could not be had. */
export type Gathered = { readonly found: readonly ContextCandidate[]; readonly leftOut: readonly LeftOut[] }

const mostFiles = 50
const mostBytes = 5_000_000

/**
 * Reads what an agent requires: files, folders and globs, each below the space.
 *
 * @param paths - Of the space.
 * @param options - `required`: as the registry has them; `places`: where else a bare file name may lie, relative.
 * @returns The files in the order asked for, each once; whatever is missing with the reason.
 */
export async function readRequired(
  paths: SpacePaths,
  options: {
    readonly required: readonly string[]
    readonly places?: readonly string[] | undefined
    readonly signal?: AbortSignal | undefined
  },
): Promise<Gathered> {
  const found = new Map<string, ContextCandidate>()
  const leftOut: LeftOut[] = []
  for (const wanted of options.required) {
    options.signal?.throwIfAborted()
    const files = await filesOf(paths.root, { wanted, places: options.places ?? [] })
    if (typeof files === 'string') {
      leftOut.push({ origin: wanted, reason: files })
      continue
    }
    for (const file of files.slice(mostFiles))
      leftOut.push({ origin: file, reason: `more than ${mostFiles} files match ${wanted}` })
    for (const file of files.slice(0, mostFiles)) {
      if (found.has(file)) continue
      const read = await readPart(paths.root, { file, wanted })
      if ('reason' in read) leftOut.push(read)
      else found.set(file, read)
    }
  }
  return { found: [...found.values()], leftOut }
}

async function readPart(
  root: string,
  { file, wanted }: { file: string; wanted: string },
): Promise<ContextCandidate | LeftOut> {
  // A link inside the space may lead out of it, to files that the agent was never meant to see.
  const real = await realpath(join(root, file)).catch(() => undefined)
  if (real !== undefined && !isBelow(await realpath(root), real))
    return { origin: file, reason: 'it leads out of the space' }
  const read = await readTextFile(join(root, file), { maxBytes: mostBytes })
  if (!read.ok) return { origin: file, reason: read.reason }
  if (read.text.trim() === '') return { origin: file, reason: 'it is empty' }
  const because = wanted === file ? 'required' : `required as ${wanted}`
  return { kind: 'required', origin: file, text: read.text, provenance: { sha256: sha256(read.bytes), because } }
}

/** Paths relative to the space, or why there are none. */
async function filesOf(
  root: string,
  { wanted, places }: { wanted: string; places: readonly string[] },
): Promise<readonly string[] | string> {
  const refused = refusal(wanted)
  if (refused !== undefined) return refused
  const candidates = wanted.includes('/') ? [wanted] : [wanted, ...places.map((place) => join(place, wanted))]
  let reason = 'it does not exist'
  for (const candidate of candidates) {
    const files = isPattern(candidate) ? await matching(root, candidate) : await filesAt(root, candidate)
    if (typeof files === 'string') reason = files
    else if (files.length > 0) return files
    else reason = isPattern(candidate) ? 'no file matches' : 'the folder has no text files'
  }
  return reason
}

function isPattern(path: string): boolean {
  return /[*?[{]/.test(path)
}

function refusal(wanted: string): string | undefined {
  try {
    // The signs of patterns are no part of a portable path; everything else must be.
    relativeParts(wanted.replaceAll(/[*?"<>|]/g, 'x'))
    return undefined
  } catch (error) {
    if (!CodedError.is(error, 'PLATFORM_PATH_REFUSED')) throw error
    return error.message
  }
}

async function matching(root: string, pattern: string): Promise<readonly string[]> {
  const files: string[] = []
  for await (const entry of glob(pattern, { cwd: root, withFileTypes: true })) {
    const path = relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')
    if (entry.isFile() && !isHiddenBelow(path, pattern)) files.push(path)
  }
  return files.sort()
}

/** Folders such as `.git` match only patterns that name them. */
function isHiddenBelow(path: string, pattern: string): boolean {
  return path.split('/').some((part) => (part.startsWith('.') && !pattern.includes(part)) || part === 'node_modules')
}

async function filesAt(root: string, path: string): Promise<readonly string[] | string> {
  try {
    const found = await stat(join(root, path))
    const clean = relativeParts(path).join('/')
    return found.isDirectory() ? await filesBelow(root, clean) : [clean]
  } catch (error) {
    return systemErrorReason(error)
  }
}

async function filesBelow(root: string, folder: string): Promise<readonly string[]> {
  const files: string[] = []
  for await (const entry of walkFiles(join(root, folder), { ignore: ['.git', 'node_modules'], maxDepth: 8 }))
    if (entry.kind === 'file' && /\.(?:md|markdown|org|txt|ya?ml)$/i.test(entry.path))
      files.push(folder === '' ? entry.relativePath : `${folder}/${entry.relativePath}`)
  return files
}

function isBelow(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)
}
