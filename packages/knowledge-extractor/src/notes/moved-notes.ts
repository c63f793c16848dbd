import { readdir } from 'node:fs/promises'
import type { SpacePaths } from '@datacortex/platform'
import { type StoredNote, isOwnNote, noteHead, readStart } from './literature-store.ts'

/** The literature notes that somebody moved out of their folder. */
export async function findMovedNotes(paths: SpacePaths, { space, literature }: { space: string; literature: string }) {
  const { scanNotes } = await import('@datacortex/notes')
  const otherSpaces = (await readdir(paths.root)).filter((name) => /^\d+-/.test(name) && name !== space)
  const notes: StoredNote[] = []
  let open: Promise<StoredNote | undefined>[] = []
  let looked = 0
  const settle = async (): Promise<void> => {
    notes.push(...(await Promise.all(open)).filter((note) => note !== undefined))
    open = []
  }
  for await (const entry of scanNotes(paths, { ignore: [...otherSpaces, literature] })) {
    if (entry.kind !== 'file' || !/\.md$/i.test(entry.path)) continue
    looked += 1
    if (looked > mostNotes) break
    open.push(readNote(entry))
    if (open.length >= atOnce) await settle()
  }
  await settle()
  return notes
}

const mostNotes = 50_000
const atOnce = 32

async function readNote({ path, file }: { path: string; file: string }): Promise<StoredNote | undefined> {
  const start = await readStart(file)
  const head = isOwnNote(start) ? noteHead(start) : undefined
  return head?.sourceId === undefined || head.contentHash === undefined ? undefined : { path, ...head }
}
