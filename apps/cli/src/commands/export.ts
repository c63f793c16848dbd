import { existsSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { type OutputOf, spaceless } from '@datacortex/space'
import { type Given, asked } from '../arguments/asked.ts'
import { type ContentArguments, fileContent } from '../arguments/file-content.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { exportLines } from '../output/export-lines.ts'

export async function exportCards(context: Context, given: Given<'publish.cards'>): Promise<CommandResult> {
  const { publish } = await spaceOf(context)
  const sign = given.sign?.map((file) => resolve(file))
  return written(await publish.cards(asked({ ...given, sign, out: resolve(given.out) })))
}

export async function exportCatalog(context: Context, given: Given<'publish.catalog'>): Promise<CommandResult> {
  const { publish } = await spaceOf(context)
  return written(await publish.catalog(asked({ ...given, out: resolve(given.out) })))
}

export async function exportRegistrations(
  context: Context,
  given: ContentArguments & Pick<Given<'publish.registrations'>, 'ids' | 'dynamic' | 'url' | 'out' | 'dryRun'>,
): Promise<CommandResult> {
  const { publish } = await spaceOf(context)
  const { ids, dynamic, url, out, dryRun: dry_run } = given
  const plain = { ids, dynamic, url, out: resolve(out), dry_run }
  return written(await publish.registrations({ ...plain, ...fileContent(given) }))
}

export async function exportAgentFiles(context: Context, given: Given<'publish.agents'>): Promise<CommandResult> {
  const { publish } = await spaceOf(context)
  return written(await publish.agents(asked({ ...given, out: resolve(given.out) })))
}

export async function exportFinderSkill(context: Context, given: Given<'publish.finder'>): Promise<CommandResult> {
  const { publish } = await spaceOf(context)
  const data = await publish.finder(asked({ ...given, out: resolve(given.out) }))
  const places = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'datacortex'))
  const isFound = places.some((file) => existsSync(file) || existsSync(`${file}.cmd`))
  const note = 'note       the skill calls `datacortex`, which is not on the PATH: npm install --global datacortex'
  return { data, lines: [...exportLines(data), ...(isFound ? [] : [note])] }
}

/** `datacortex export key FILE`: makes a key that signs cards; only its owner may read the file. */
export async function exportKey({ signal }: Context, given: Given<'publish.key'>): Promise<CommandResult> {
  const data = await spaceless({ signal }).publish.key({ file: resolve(given.file), dry_run: given.dryRun })
  const { file, alg, kid, dry_run: isDry } = data
  const lines =
    isDry === true
      ? [`would make   ${file}`, 'dry run      nothing was changed']
      : [`made       ${file}  ${alg} ${kid}`, 'next       datacortex export a2a --url BASE --out DIR --sign FILE']
  return { data, lines }
}

function written(data: OutputOf<'publish.cards'>): CommandResult {
  return { data, lines: exportLines(data) }
}
