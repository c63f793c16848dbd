import { inTurns, sha256 } from '@datacortex/platform'
import type { ContextCandidate, LeftOut } from './context-block.ts'
import { findRequiredFiles } from './find-required-files.ts'
import type { SpaceReader } from './space-reader.ts'

export type Gathered = { readonly found: readonly ContextCandidate[]; readonly leftOut: readonly LeftOut[] }

export type ReadRequiredOptions = {
  /** As the registry has them: paths, folders, patterns, names of `locations`. */
  readonly required: readonly string[]
  /** Paths of files whose state a task asks for. */
  readonly current?: readonly string[] | undefined
  /** Where else a bare file name may lie, relative to the space. */
  readonly places?: readonly string[] | undefined
  /** Knowledge locations: name to path. */
  readonly locations?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
}

const atOnce = 16

/** Reads what an agent requires: files, folders, globs, locations by name; each file once, and what is missing. */
export async function readRequired(reader: SpaceReader, options: ReadRequiredOptions): Promise<Gathered> {
  const { required, current = [], places = [], locations = {}, signal } = options
  const leftOut: LeftOut[] = []
  const wantedBy = new Map<string, string>()
  const becauseOf = (wanted: string, file: string): string => {
    if (current.includes(wanted) && !required.includes(wanted)) return 'the task asks for its current state'
    return wanted === file ? 'required' : `required as ${wanted}`
  }
  const lists = await inTurns([...new Set([...required, ...current])], { atOnce, signal }, async (wanted) => {
    const place = Object.hasOwn(locations, wanted) ? locations[wanted] : undefined
    const elsewhere = wanted.includes('/') ? [] : places.map((folder) => `${folder.replace(/\/$/, '')}/${wanted}`)
    const tried = [place ?? [], wanted, elsewhere].flat()
    return { wanted, ...(await findRequiredFiles(reader, wanted, { elsewhere: tried, signal })) }
  })
  for (const list of lists) {
    leftOut.push(...list.leftOut)
    for (const file of list.files) if (!wantedBy.has(file)) wantedBy.set(file, list.wanted)
  }
  const read = await inTurns(
    [...wantedBy],
    { atOnce, signal },
    async ([file, wanted]) => await readPart(reader, { file, because: becauseOf(wanted, file) }),
  )
  const { once, again } = eachOnce(read.flatMap((part) => ('reason' in part ? [] : [part])))
  return { found: once, leftOut: [...leftOut, ...read.flatMap((part) => ('reason' in part ? [part] : [])), ...again] }
}

type Read = { readonly file: string; readonly part: ContextCandidate }

/** A file that several paths lead to, by its own path if that is among them, as searches name it. */
function eachOnce(read: readonly Read[]) {
  const kept = new Map<string, string>()
  for (const { file, part } of read) if (!kept.has(file) || part.origin === file) kept.set(file, part.origin)
  const isKept = ({ file, part }: Read): boolean => kept.get(file) === part.origin
  return {
    once: read.filter(isKept).map(({ part }) => part),
    again: read
      .filter((each) => !isKept(each))
      .map(({ file, part }) => ({
        origin: part.origin,
        reason: `it is the same file as ${kept.get(file)}, which is there already`,
      })),
  }
}

async function readPart(
  reader: SpaceReader,
  { file, because }: { file: string; because: string },
): Promise<Read | LeftOut> {
  const read = await reader.read(file)
  if ('reason' in read) return { origin: file, reason: read.reason }
  if (read.text.trim() === '') return { origin: file, reason: 'it is empty' }
  const provenance = { sha256: sha256(read.bytes), because }
  return { file: read.file, part: { kind: 'required', origin: file, text: read.text, provenance } }
}
