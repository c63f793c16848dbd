import { relative } from 'node:path'
import type { Exported } from '@datacortex/export'
import { count } from './format.ts'
import { publishFindingLines } from './publish-lines.ts'

/**
 * What an export wrote, as people read it: what to mend first, then the files.
 *
 * @param exported - Of the export.
 * @param options - Its folder, whether nothing was written.
 */
export function exportLines(
  exported: Exported,
  { out, dryRun }: { readonly out: string; readonly dryRun: true | undefined },
): readonly string[] {
  const { files, written } = exported
  const unchanged = files.length - written.length
  const shown = written.slice(0, 5).map((file) => `           ${relative(out, file)}`)
  return [
    ...publishFindingLines(exported.findings),
    `${dryRun === true ? 'would write' : 'written    '} ${count(written.length, 'file')} to ${out}${unchanged === 0 ? '' : `, ${unchanged} unchanged`}`,
    ...shown,
    ...(written.length > shown.length ? [`           and ${written.length - shown.length} more`] : []),
    ...(dryRun === true ? ['dry run      nothing was changed'] : []),
  ]
}
