import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ifCoded } from '@datacortex/errors'
import { type SpacePaths, ifRefused, sha256, writesJournal } from '@datacortex/platform'
import type { ChangedFile, SpaceChanges } from '../../checks/space-changes.ts'
import type { TakenSnapshot } from './space-snapshot.ts'

/** What files held before a run, by path. */
export type FormerContents = ReadonlyMap<string, Uint8Array>

/** Reads files, up to 16 MB and 5,000 of them: first those that the agent may write, the newest of them first. */
export async function readFormer(
  { root }: SpacePaths,
  { files }: TakenSnapshot,
  { isHidden, mayWrite }: { isHidden: (path: string) => boolean; mayWrite: (path: string) => boolean },
): Promise<FormerContents> {
  const looks = [...files].flatMap(([path, look]) => {
    const [size = 0, changed = 0] = look.split(' ').map(Number)
    return isOurs(path) || isHidden(path) ? [] : [{ path, size, changed, first: Number(mayWrite(path)) }]
  })
  const former = new Map<string, Uint8Array>()
  let left = 16_000_000
  for (const { path, size } of looks.toSorted((a, b) => b.first - a.first || b.changed - a.changed).slice(0, 5000)) {
    if (size > left) continue
    const content = await contentAt(join(root, path), size)
    if (content === undefined) continue
    former.set(path, content)
    left -= content.length
  }
  return former
}

type JournalOptions = {
  readonly id: string
  readonly files: readonly ChangedFile[]
  readonly former: FormerContents
  readonly mostFiles?: number
  readonly mostBytes?: number
}

/**
 * Lets `undoWrites` take back what changed during a run, under the id of the run.
 * @param options - `mostFiles`, `mostBytes`: of how much it is looked at what it became.
 * @returns `undo`: this id, if something can be; `unkept`: paths of what can't, as what they held was not read, or can't be kept.
 */
export async function journalChanges(
  { root }: SpacePaths,
  { id, files, former, mostFiles = 5000, mostBytes = 500_000_000 }: JournalOptions,
): Promise<Pick<SpaceChanges, 'undo' | 'unkept'>> {
  const at = new Date().toISOString()
  const unkept: string[] = []
  const writes: { path: string; before: string; after: string; at: string }[] = []
  const contents: Uint8Array[] = []
  let left = mostBytes
  for (const [place, { path, change }] of files.filter((file) => !isOurs(file.path)).entries()) {
    const before = former.get(path)
    const now = place < mostFiles && change !== 'deleted' ? await contentAt(join(root, path), left) : undefined
    left -= now?.length ?? 0
    const after = change === 'deleted' ? 'absent' : hashOf(now)
    if ((before === undefined && change !== 'created') || after === undefined) unkept.push(path)
    else {
      writes.push({ path, before: hashOf(before) ?? 'absent', after, at })
      if (before !== undefined) contents.push(before)
    }
  }
  if (writes.length === 0) return { unkept }
  const add = async (): Promise<void> => await writesJournal(root, id).add(writes, contents)
  // A full disk costs the way back, and not the answer.
  const isKept = await add().then(() => true, ifCoded(false))
  return isKept ? { undo: id, unkept } : { unkept: [...writes.map(({ path }) => path), ...unkept] }
}

/** The registry, minds and logs have their own ways back. */
function isOurs(path: string): boolean {
  return path.startsWith('.datacore/')
}

function hashOf(content: Uint8Array | undefined): string | undefined {
  return content === undefined ? undefined : sha256(content)
}

/** Nothing of what is no file, or grew. */
async function contentAt(file: string, most: number): Promise<Uint8Array | undefined> {
  const look = await lstat(file).catch(ifRefused(undefined))
  if (look?.isFile() !== true || look.size > most) return undefined
  return await readFile(file).catch(ifRefused(undefined))
}
