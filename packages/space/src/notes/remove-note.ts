import { readFile } from 'node:fs/promises'
import { sha256 } from '@datacortex/platform'
import { z } from 'zod'
import { noteWrites } from '../caller/note-writes.ts'
import { spaceError } from '../errors.ts'
import { type Asked, operation } from '../operation.ts'
import { openNoteStore } from '../parts/note-store.ts'
import { dryRun, indexed, name } from '../schema.ts'
import type { Work } from '../work.ts'
import { inWriting } from './in-writing.ts'

const input = z.strictObject({ note: name.describe('Path, title or alias.'), index: indexed, dry_run: dryRun })

export const removeNote = operation({
  input,
  output: z.looseObject({ removed: z.string(), backlinks: z.array(z.string()), undo: z.string().optional() }),
  run: async (work, asked) =>
    await inWriting(work, { ...asked, mostGone: 1 }, async () => await removeOnce(work, asked)),
})

async function removeOnce(work: Work, { note: name, dry_run: dryRun }: Asked<typeof input>) {
  const [{ files, find, graph }, broker] = await Promise.all([
    openNoteStore(work),
    noteWrites(work, { dryRun, canvases: true }),
  ])
  const { path, heading } = find(name)
  if (heading !== undefined)
    throw spaceError('CLI_USAGE', {
      message: `${JSON.stringify(name)} is a section, and only whole notes are removed. Nothing was.`,
      hint: `Change it with datacortex note edit, or name the note: ${path}`,
    })
  const file = files.get(path)
  if (file === undefined) throw new Error(`${path} is in the store and has no file.`)
  await broker.remove({ path, sha256: sha256(await readFile(file.file)) }, { signal: work.signal })
  return {
    removed: path,
    backlinks: graph
      .linksTo(path)
      .filter((one) => one !== path)
      .toSorted(),
    run: broker.run,
  }
}
