import { sha256 } from '@datacortex/platform'
import { z } from 'zod'
import { noteWrites } from '../caller/note-writes.ts'
import { operation } from '../operation.ts'
import { dryRun, indexed, markdown, name } from '../schema.ts'
import { inWriting } from './in-writing.ts'
import { noteToChange } from './note-to-change.ts'

export const appendToNote = operation({
  input: z.strictObject({
    note: name.describe('Path, title or alias.'),
    text: markdown.describe('Markdown.'),
    index: indexed,
    dry_run: dryRun,
  }),
  output: z.looseObject({ path: z.string(), line: z.number(), undo: z.string().optional() }),
  run: async (work, { note, text: added, ...how }) => {
    const broker = await noteWrites(work, { dryRun: how.dry_run })
    return await inWriting(work, how, async () => {
      const { path, bytes, passage } = await noteToChange(work, note)
      const { after, line } = withParagraph(bytes.toString('latin1'), { text: added, line: passage.end })
      const request = { path, text: Buffer.from(after, 'latin1'), expected: sha256(bytes) }
      await broker.write(request, { signal: work.signal })
      /** `line`: its first one, from 1. */
      return { path, line, run: broker.run }
    })
  },
})

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
