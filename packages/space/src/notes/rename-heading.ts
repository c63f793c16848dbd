import { CodedError } from '@datacortex/errors'
import { sha256 } from '@datacortex/platform'
import { z } from 'zod'
import { noteWrites, writeAllOrNone } from '../caller/note-writes.ts'
import { spaceError } from '../errors.ts'
import { type Asked, operation } from '../operation.ts'
import { dryRun, indexed, name } from '../schema.ts'
import type { Work } from '../work.ts'
import { inWriting } from './in-writing.ts'
import { noteToChange } from './note-to-change.ts'

const input = z.strictObject({
  note: name.describe('The note with the heading: "Title#Heading".'),
  to: name.describe('What the heading says afterwards.'),
  index: indexed,
  dry_run: dryRun,
})

export const renameHeading = operation({
  input,
  output: z.looseObject({
    path: z.string(),
    line: z.number(),
    rewritten: z.array(z.looseObject({ path: z.string(), links: z.number() })),
    undo: z.string().optional(),
  }),
  run: async (work, asked) => await inWriting(work, asked, async () => await renameOnce(work, asked)),
})

async function renameOnce(work: Work, { note, to, dry_run: dryRun }: Asked<typeof input>) {
  const { signal } = work
  const { store, path, bytes, heading = '', passage } = await noteToChange(work, note)
  const refuse = (message: string, hint: string): never => {
    throw spaceError('CLI_USAGE', { message: `${message} Nothing was written.`, hint })
  }
  if (heading === '' || heading.startsWith('^'))
    refuse(`${JSON.stringify(note)} names no heading.`, 'Name it behind the note: "Title#Heading".')
  if (/[#|^[\]\n\r]/.test(to))
    refuse(`No link can lead to a heading ${JSON.stringify(to)}.`, 'Leave out # | ^ [ and ].')
  const { passageOf, planHeadingRename } = await import('@datacortex/notes')
  // A link by a name that several have leads to the first.
  const named = (one: string) => passageOf(bytes, { path, heading: one })
  const from = (passage.text.split('\n')[0] ?? '').replace(/^[ #*]+|[ \t]+#*$/g, '')
  const isMeant = firstLine(() => named(from)) === passage.start
  if (firstLine(() => named(to)) !== undefined && from.toLowerCase() !== to.toLowerCase())
    refuse(`${path} has a heading ${JSON.stringify(to)} already.`, 'Choose another name: links could mean either.')
  const broker = await noteWrites(work, { dryRun })
  const plan = await planHeadingRename(store, { path, line: passage.start, from, to, isMeant, signal })
  // Its lines are those of the text that was asked about, and no newer one.
  const requests = plan.map((one) => {
    return { path: one.path, text: one.bytes, expected: one.path === path ? sha256(bytes) : one.sha256 }
  })
  await writeAllOrNone(broker, { requests, work })
  const rewritten = plan.filter(({ links }) => links.length > 0)
  return {
    path,
    line: passage.start,
    heading: { from, to },
    rewritten: rewritten.map(({ path: at, links }) => ({ path: at, links: links.length, changes: links })),
    run: broker.run,
  }
}

/** Of several, the first. */
function firstLine(find: () => { readonly start: number } | undefined): number | undefined {
  try {
    return find()?.start
  } catch (error) {
    if (!CodedError.is(error, 'MEMORY_HEADING_AMBIGUOUS')) throw error
    return Number([error.details['lines']].flat()[0])
  }
}
