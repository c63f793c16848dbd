import { type WritesBroker, sha256 } from '@datacortex/platform'
import { z } from 'zod'
import { noteWrites } from '../caller/note-writes.ts'
import { type IndexField, indexField, takeInNotes } from '../indexing/take-in-notes.ts'
import { operation } from '../operation.ts'
import { dryRun, indexed, markdown, name } from '../schema.ts'
import type { Work } from '../work.ts'
import { inTurn } from './in-turn.ts'
import { noteToChange } from './note-to-change.ts'

export type AppendedToNote = IndexField & {
  readonly path: string
  /** Its first line, from 1. */
  readonly line: number
  readonly dry_run?: true | undefined
  readonly undo?: string | undefined
}

export const appendToNote = operation({
  input: z.strictObject({
    note: name.describe('Path, title or alias.'),
    text: markdown.describe('Markdown.'),
    index: indexed,
    dry_run: dryRun,
  }),
  output: z.looseObject({ path: z.string(), line: z.number(), undo: z.string().optional() }),
  run: async (work, { note, text: added, index = true, dry_run: isDry = false }): Promise<AppendedToNote> => {
    const broker = await noteWrites(work, { dryRun: isDry })
    const add = async (): Promise<Added> => await addOnce(work, { broker, name: note, text: added })
    const { path, line } = isDry ? await add() : await inTurn(work.paths, add, { signal: work.signal })
    if (isDry) return { path, line, dry_run: true }
    const { run: undo } = broker
    return { path, line, undo, ...indexField(index ? await takeInNotes(work, { undo }) : undefined) }
  },
})

type Added = { readonly path: string; readonly line: number }

async function addOnce(
  work: Work,
  options: { readonly broker: WritesBroker; readonly name: string; readonly text: string },
): Promise<Added> {
  const { path, bytes, passage } = await noteToChange(work, options.name)
  const { after, line } = withParagraph(bytes.toString('latin1'), { text: options.text, line: passage.end })
  const request = { path, text: Buffer.from(after, 'latin1'), expected: sha256(bytes) }
  await options.broker.write(request, { signal: work.signal })
  return { path, line }
}

/** Bytes are kept as they are, whatever their code page: `latin1` gives each one a character. `line`: where it begins then. */
function withParagraph(bytes: string, { text: added, line }: { readonly text: string; readonly line: number }) {
  const blank = bytes.includes('\r\n') ? '\r' : ''
  const lines = bytes.split('\n')
  // Of nothing there is one line, which is empty.
  const [head, rest] = [bytes === '' ? [] : lines.slice(0, line), lines.slice(line)]
  // The last line of a file may have no end.
  if (rest.length === 0 && blank !== '') head.push(`${head.pop() ?? ''}${blank}`)
  const own = Buffer.from(added, 'utf8').toString('latin1').split(/\r?\n/)
  const before = (head.at(-1) ?? '').trim() === '' ? [] : [blank]
  const after = rest.every((one) => one === '') ? [''] : rest[0]?.trim() === '' ? rest : [blank, ...rest]
  const all = [...head, ...before, ...own.map((one) => one + blank), ...after]
  return { after: all.join('\n'), line: head.length + before.length + 1 }
}
