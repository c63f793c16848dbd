import { wordsOf } from '@datacortex/text'
import type { ContextCandidate, LeftOut } from './context-block.ts'
import type { Gathered } from './read-required.ts'
import { type SpaceReader, absent } from './space-reader.ts'

const mostPaths = 12

export type InferPathsOptions = {
  readonly task: string
  /** Name to path, such as `inbox` to `0-personal/org/inbox.org`. */
  readonly locations: Readonly<Record<string, string>>
  /** From `reads.infers`: a path, or words that name locations or folders. */
  readonly patterns?: readonly string[] | undefined
}

/** Places that a task or the entry names: existing files and folders, and knowledge locations. Their paths only. */
export async function inferPaths(reader: SpaceReader, options: InferPathsOptions): Promise<Gathered> {
  const { task, locations, patterns = [] } = options
  const reasons = new Map<string, string>()
  for (const path of pathsIn(task)) reasons.set(path, 'the task names it')
  const words = wordsOf(task)
  for (const [name, path] of Object.entries(locations))
    if (namesAll(words, name) && !reasons.has(path))
      reasons.set(path, `the task speaks of ${name.replaceAll(/[_.-]/g, ' ')}`)
  const leftOut: LeftOut[] = []
  for (const pattern of patterns) {
    const places = placesOf(pattern, locations)
    for (const place of places) if (!reasons.has(place)) reasons.set(place, `the agent looks for ${pattern}`)
    if (places.length === 0)
      leftOut.push({ origin: `infers: ${pattern}`, reason: 'it names no path and no knowledge location' })
  }
  const found: ContextCandidate[] = []
  for (const [written, because] of reasons) {
    // Whether anything lies there must not decide what is said of it: anyone who asks could guess hidden names.
    const refused = reader.refusal(written)
    if (refused !== undefined) {
      leftOut.push({ origin: written, reason: refused })
      continue
    }
    const path = await reader.spelled(written)
    const kind = await reader.kindOf(path)
    const isWritten = because === 'the task names it'
    // What only looks like a path is no place of the task; what the registry or the entry names should be there.
    if (typeof kind !== 'string') {
      if (!isWritten || kind.reason !== absent) leftOut.push({ origin: path, reason: kind.reason })
    } else if (found.length === mostPaths)
      leftOut.push({ origin: path, reason: `more than ${mostPaths} places belong to the task` })
    else found.push({ kind: 'inferred', origin: path, text: `- ${path} (${because})`, provenance: { because } })
  }
  return { found, leftOut }
}

function pathsIn(text: string): readonly string[] {
  return Array.from(text.matchAll(writtenPath), ([path]) => path.replace(/\.$/, ''))
}

/** Begins only where a name does: from the middle of a long one it would be looked for once for each letter. */
const writtenPath =
  /(?<![\p{L}\p{M}\p{N}._-])[\p{L}\p{M}\p{N}._-]+(?:\/[\p{L}\p{M}\p{N}._-]+)+|(?<![\p{L}\p{M}\p{N}_-])[\p{L}\p{M}\p{N}_-]+\.(?:md|org|ya?ml)/gu

/** Also in the plural. */
function namesAll(words: readonly string[], name: string): boolean {
  const own = wordsOf(name).map((word) => word.replace(/s$/, ''))
  return own.length > 0 && own.every((word) => words.includes(word) || words.includes(`${word}s`))
}

/** Of words: the locations whose name or one of whose folders they name, such as `knowledge` in `3-knowledge/zettel`. */
function placesOf(pattern: string, locations: Readonly<Record<string, string>>): readonly string[] {
  const paths = pathsIn(pattern)
  if (paths.length > 0) return paths
  const words = wordsOf(pattern)
  return Object.entries(locations)
    .filter(([name, path]) => namesAll(words, name) || foldersOf(path).some((folder) => namesAll(words, folder)))
    .map(([, path]) => path)
}

/** Without the folder of the space and the numbers that order folders. */
function foldersOf(path: string): readonly string[] {
  return path
    .split('/')
    .slice(1)
    .filter((part) => !part.includes('.'))
    .map((part) => part.replace(/^\d+-/, ''))
}
