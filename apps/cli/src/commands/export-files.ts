import { resolve } from 'node:path'
import type { Exported } from '@datacortex/export'
import { bundledPlugins } from '../bundled-plugins.ts'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import type { ContentArguments } from '../arguments/file-content.ts'
import { fileContent } from '../arguments/file-content.ts'
import { exportLines } from '../output/export-lines.ts'

/** Arguments of `export a2a`, `export catalog` and `export erc8004`. */
export type ExportFilesOptions = ContentArguments & {
  readonly what: 'a2a' | 'catalog' | 'erc8004'
  readonly ids?: readonly string[] | undefined
  readonly url: string
  readonly out: string
  readonly sign?: readonly string[] | undefined
  /** Of A2A. */
  readonly protocol?: '1.0' | '0.3' | undefined
  readonly searchUrl?: string | undefined
  readonly publisher?: string | undefined
  readonly dryRun?: true | undefined
}

/**
 * `datacortex export a2a|catalog|erc8004`: writes the files by which agents are found and trusted from outside.
 *
 * @param context - Of the command.
 * @param options - Arguments.
 * @throws {@link BaseUrlInvalidError} {@link NothingToPublishError} {@link SigningKeyInvalidError}
 */
export async function exportFiles(context: Context, options: ExportFilesOptions): Promise<CommandResult> {
  const paths = await spaceOf(context)
  const { exportCards, exportCatalog, exportRegistrations } = await import('@datacortex/export')
  const { what, ids, url, sign, dryRun, publisher, searchUrl } = options
  const out = resolve(options.out)
  const { signal, onProgress } = context
  const common = { url, out, ids, dryRun, bundledDirectory: bundledPlugins(), signal, onProgress }
  const write: Readonly<Record<ExportFilesOptions['what'], () => Promise<Exported>>> = {
    a2a: async () => await exportCards(paths, { ...common, sign, version: options.protocol }),
    catalog: async () =>
      await exportCatalog(paths, {
        ...common,
        searchUrl,
        publisher: publisher === undefined ? undefined : { displayName: publisher },
      }),
    erc8004: async () => await exportRegistrations(paths, { ...common, ...fileContent(options) }),
  }
  const exported = await write[what]()
  return {
    data: { ...exported, ...(dryRun === true ? { dry_run: true } : {}) },
    lines: exportLines(exported, { out, dryRun }),
  }
}
