import { relative } from 'node:path'
import type { OutputOf } from '@datacortex/space'
import { count } from '@datacortex/wording'
import { publishFindingLines } from './publish-lines.ts'

/** What an export wrote, as people read it: what to mend first, then the files. */
export function exportLines(published: OutputOf<'publish.cards'>): readonly string[] {
  const { files, written, findings, out, dry_run: isDry } = published
  const unchanged = files.length - written.length
  const shown = written.slice(0, 5).map((file) => `           ${relative(out, file)}`)
  return [
    ...publishFindingLines(findings),
    `${isDry === true ? 'would write' : 'written    '} ${count(written.length, 'file')} to ${out}${unchanged === 0 ? '' : `, ${unchanged} unchanged`}`,
    ...shown,
    ...(written.length > shown.length ? [`           and ${written.length - shown.length} more`] : []),
    ...(isDry === true ? ['dry run      nothing was changed'] : []),
  ]
}
