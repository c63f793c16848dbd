import { existsSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { shellWord } from '@datacortex/platform'
import { type InputOf, type OutputOf, spaceless } from '@datacortex/space'
import { type Given, asked } from '../arguments/asked.ts'
import { type ContentArguments, mcpAsked } from '../arguments/file-content.ts'
import { commandOf } from '../command-of.ts'
import type { CommandResult, Context } from '../context.ts'
import { exportLines } from '../output/export-lines.ts'

export const exportCards = commandOf('publish.cards', written, {
  ask: (given: Given<'publish.cards'>) =>
    outAsked<'publish.cards'>({ ...given, sign: given.sign?.map((file) => resolve(file)) }),
})

export const exportCatalog = commandOf('publish.catalog', written, { ask: outAsked<'publish.catalog'> })

export const exportRegistrations = commandOf('publish.registrations', written, {
  ask: ({ mcpUrl, mcpVersion, ...given }: ContentArguments & Omit<Given<'publish.registrations'>, 'mcp'>) =>
    outAsked<'publish.registrations'>({ ...given, ...mcpAsked({ mcpUrl, mcpVersion }) }),
})

export const exportAgentFiles = commandOf('publish.agents', written, { ask: outAsked<'publish.agents'> })

export const exportFinderSkill = commandOf(
  'publish.finder',
  (data) => {
    const places = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'datacortex'))
    const isFound = places.some((file) => existsSync(file) || existsSync(`${file}.cmd`))
    const note = 'note       the skill calls `datacortex`, which is not on the PATH: npm install --global datacortex'
    return [exportLines(data), !isFound && note]
  },
  { ask: outAsked<'publish.finder'> },
)

/** `datacortex export key FILE`: makes a key that signs cards; only its owner may read the file. */
export async function exportKey({ signal }: Context, given: Given<'publish.key'>): Promise<CommandResult> {
  const data = await spaceless({ signal }).publish.key({ file: resolve(given.file), dry_run: given.dryRun })
  const { file, alg, kid, dry_run: isDry } = data
  const lines =
    isDry === true
      ? [`would make   ${file}`, 'dry run      nothing was changed']
      : [
          `made       ${file}  ${alg} ${kid}`,
          `next       datacortex export a2a --url BASE --out DIR --sign ${shellWord(given.file)}`,
        ]
  return { data, lines }
}

type Publishing = 'publish.cards' | 'publish.catalog' | 'publish.registrations' | 'publish.agents' | 'publish.finder'

function outAsked<Name extends Publishing>(given: Given<Name> & { readonly out: string }): InputOf<Name> {
  return asked<Name>({ ...given, out: resolve(given.out) })
}

function written(data: OutputOf<'publish.cards'>) {
  return { lines: exportLines(data), exitCode: data.findings.some(({ severity }) => severity === 'error') ? 1 : 0 }
}
