import { resolve } from 'node:path'
import type { InputOf, OutputOf, Space } from '@datacortex/space'
import type { ContentArguments } from '../arguments/file-content.ts'
import { fileContent } from '../arguments/file-content.ts'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { exportLines } from '../output/export-lines.ts'

/** Arguments of `export a2a`, `export catalog` and `export erc8004`. */
export type ExportFilesOptions = ContentArguments &
  Pick<InputOf<'publish.cards'>, 'ids' | 'url' | 'out' | 'protocol'> & {
    readonly what: 'a2a' | 'catalog' | 'erc8004'
    readonly sign?: readonly string[] | undefined
    readonly searchUrl?: string | undefined
    readonly publisher?: string | undefined
    readonly dryRun?: true | undefined
  }

/** `datacortex export a2a|catalog|erc8004`: writes the files by which agents are found and trusted from outside. */
export async function exportFiles(context: Context, given: ExportFilesOptions): Promise<CommandResult> {
  const data = await written(await spaceOf(context), given)
  return { data, lines: exportLines(data) }
}

async function written({ publish }: Space, given: ExportFilesOptions): Promise<OutputOf<'publish.cards'>> {
  const { what, ids, url, dryRun, protocol, publisher, searchUrl } = given
  const common = { ids, url, out: resolve(given.out), dry_run: dryRun }
  const sign = given.sign?.map((file) => resolve(file))
  if (what === 'a2a') return await publish.cards({ ...common, sign, protocol })
  if (what === 'catalog') return await publish.catalog({ ...common, publisher, search_url: searchUrl })
  return await publish.registrations({ ...common, ...fileContent(given) })
}
