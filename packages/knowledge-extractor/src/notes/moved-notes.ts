import { readdir } from 'node:fs/promises'
import { type SpacePaths, inTurns } from '@datacortex/platform'
import { type StoredNote, isOwnNote, noteHead, readStart } from './literature-store.ts'

/** The literature notes that somebody moved out of their folder. */
export async function findMovedNotes(paths: SpacePaths, { space, literature }: { space: string; literature: string }) {
  const { scanNotes } = await import('@datacortex/notes')
  const otherSpaces = (await readdir(paths.root)).filter((name) => /^\d+-/.test(name) && name !== space)
  const files: { readonly path: string; readonly file: string }[] = []
  for await (const entry of scanNotes(paths, { ignore: [...otherSpaces, literature] })) {
    if (entry.kind === 'file' && /\.md$/i.test(entry.path)) files.push(entry)
    if (files.length === mostNotes) break
  }
  return (await inTurns(files, { atOnce: 32 }, readNote)).filter((note) => note !== undefined)
}

const mostNotes = 50_000

async function readNote({ path, file }: { path: string; file: string }): Promise<StoredNote | undefined> {
  const start = await readStart(file)
  const head = isOwnNote(start) ? noteHead(start) : undefined
  return head?.sourceId === undefined || head.contentHash === undefined ? undefined : { path, ...head }
}
